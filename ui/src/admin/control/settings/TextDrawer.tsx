import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language, pageTagOf, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Drawer } from "../../kit/AdminDialog";
import { oneOf, type Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { RestoredNote } from "../../kit/editor/RestoredNote";
import { Meeting } from "../../kit/editor/StaleDialog";
import { useEditor } from "../../kit/editor/useEditor";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { TextArea } from "../../kit/Inputs";
import { useAction } from "../../kit/useAction";
import { useMay } from "../../session";
import { BuiltInWords } from "./BuiltInWords";
import { placeOf } from "./messageEvents";
import {
  type InEach,
  type OneText,
  previewText,
  resetText,
  settingsChanged,
  texts,
  type Words,
  wordsOf,
} from "./programme";
import own from "./Settings.module.css";
import { TextHistory } from "./TextHistory";

/** Below this length, writers see how many characters are left. */
const LONG = 1_000;
/** The number of characters that a line of the drawer holds. */
const LINE = 50;

const rowsFor = (longest: number) => Math.min(8, Math.ceil(longest / LINE));

/** One message text and its history. */
export function TextDrawer({ name, onClose }: { name: string; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  // No cache: opening it again edits the current text.
  const text = useQuery({ ...oneOf(texts, name), gcTime: 0 });
  return (
    <Drawer title={t("texts.edit")} line={<span className={css.mono}>{name}</span>} onClose={onClose}>
      <div className={css.stack}>
        <Loaded of={text} failed={t("texts.failed")} skeleton={<RowSkeleton count={3} />}>
          {(saved) => <TextForm saved={saved} onClose={onClose} />}
        </Loaded>
        <TextHistory name={name} />
      </div>
    </Drawer>
  );
}

/** The text in three languages, with a preview. */
function TextForm({ saved, onClose }: { saved: Tagged<OneText>; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const [language, setLanguage] = useState<Language>(useLanguage());
  const [preview, setPreview] = useState<Words>();
  const done = (said: string) => {
    showToast(said);
    settingsChanged();
    onClose();
  };
  const editor = useEditor<OneText, InEach>({
    kind: texts,
    saved,
    form: (text) => (text ? wordsOf(text) : { en: "", zh: "", zhhk: "" }),
    tidy: (form) => form,
    onSaved: () => done(t("texts.saved")),
  });
  const mayWrite = useMay("own");
  const look = useAction();
  const back = useAction();
  const { _id: key, placeholders, longest, builtIn, own: reworded } = saved.record;
  const { draft } = editor;
  const error = editor.error ?? look.error ?? back.error;
  const refused = fieldErrors(error);
  const wrong = LANGUAGES.find((one) => refused[`text.${one}`]);
  useEffect(() => {
    if (wrong) setLanguage(wrong);
  }, [wrong]);
  return (
    <div className={css.stack}>
      <RestoredNote editor={editor} />
      {placeholders.length > 0 && (
        <Note>{t("texts.placeholders", { names: placeholders.map((name) => `{${name}}`).join("  ") })}</Note>
      )}
      {placeOf(key).channel === "push" && <Note>{t("texts.lockedScreen")}</Note>}
      <LanguageTabs
        chosen={language}
        onChoose={setLanguage}
        complete={(one) => draft[one].trim() !== "" && !refused[`text.${one}`]}
      >
        <TextArea
          name={`text.${language}`}
          label={t("texts.text")}
          rows={rowsFor(longest)}
          disabled={!mayWrite}
          maxLength={longest}
          hint={longest < LONG ? t("texts.length", { used: draft[language].length, longest }) : undefined}
          lang={pageTagOf(language)}
          required
          value={draft[language]}
          onChange={(said) => {
            editor.set({ [language]: said });
            setPreview(undefined);
          }}
          error={refused[`text.${language}`]}
        />
        {reworded && (
          <BuiltInWords
            words={wordsOf({ builtIn })[language]}
            language={language}
            onUse={
              mayWrite
                ? (words) => {
                    editor.set({ [language]: words });
                    setPreview(undefined);
                  }
                : undefined
            }
          />
        )}
        {preview && (
          <>
            <h3>{t("texts.preview")}</h3>
            <p className={own.message} lang={pageTagOf(language)}>
              {preview[language] ?? preview.en}
            </p>
          </>
        )}
      </LanguageTabs>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      {mayWrite ? (
        <div className={css.formFoot}>
          {reworded && (
            <Button
              kind="text"
              small
              busy={back.busy && t("programme.saving")}
              onClick={() =>
                void back.run(async () => {
                  if (!(await editor.change((etag) => resetText(key, etag)))) return;
                  editor.forget();
                  done(t("texts.wasReset"));
                })
              }
            >
              {t("texts.reset")}
            </Button>
          )}
          <Button
            kind="quiet"
            small
            busy={look.busy && t("texts.previewing")}
            onClick={() => void look.run(async () => setPreview((await previewText(key, draft)).text))}
          >
            {t("texts.show")}
          </Button>
          <Button small busy={editor.busy && t("programme.saving")} onClick={() => void editor.save()}>
            {t("programme.save")}
          </Button>
        </div>
      ) : (
        <Note>{t("readOnly")}</Note>
      )}
      <Meeting
        editor={editor}
        label={(key) => common(`languages.${LANGUAGES.find((one) => one === key) ?? "en"}`)}
      />
    </div>
  );
}
