import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Note } from "../../components/Paper";
import { RowSkeleton } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { showToast } from "../../components/Toaster";
import { LANGUAGES, type Language, pageTagOf } from "../../i18n/language";
import { Drawer } from "../components/DeskDialog";
import { TextArea } from "../components/Inputs";
import { fieldTroubles, useTrouble } from "../components/trouble";
import { LanguageTabs } from "../content/LanguageTabs";
import css from "../desk.module.css";
import {
  type MessageText,
  previewText,
  resetText,
  saveText,
  settingsChanged,
  textQuery,
  type Words,
} from "./programme";
import own from "./Settings.module.css";

/** One text of messages. */
export function TextDrawer({ name, onClose }: { name: string; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  const text = useQuery(textQuery(name));
  return (
    <Drawer title={t("texts.edit")} line={<span className={css.mono}>{name}</span>} onClose={onClose}>
      <Loaded of={text} failed={t("texts.failed")} skeleton={<RowSkeleton count={3} />}>
        {({ value, etag }) => <TextForm key={etag} text={value} etag={etag} onClose={onClose} />}
      </Loaded>
    </Drawer>
  );
}

const asWords = (text: MessageText): Record<Language, string> => {
  const { en, zh, zhhk } = text.own ?? text.builtIn;
  return { en, zh: zh ?? "", zhhk: zhhk ?? "" };
};

/** In three languages, with a look at how it will be read. */
function TextForm({ text, etag, onClose }: { text: MessageText; etag: string; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  const say = useTrouble();
  const [language, setLanguage] = useState<Language>("en");
  const [draft, setDraft] = useState(() => asWords(text));
  const [preview, setPreview] = useState<Words>();
  const [busy, setBusy] = useState<"save" | "preview" | "reset">();
  const [error, setError] = useState<unknown>();
  const refused = fieldTroubles(error);
  const run = async (what: "save" | "preview" | "reset", act: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    setError(undefined);
    try {
      await act();
    } catch (failure) {
      setError(failure);
      const wrong = LANGUAGES.find((one) => fieldTroubles(failure)[`text.${one}`]);
      if (wrong) setLanguage(wrong);
    } finally {
      setBusy(undefined);
    }
  };
  const done = (said: string) => {
    showToast(said);
    settingsChanged();
    onClose();
  };
  return (
    <div className={css.stack}>
      {text.placeholders.length > 0 && (
        <Note>
          {t("texts.placeholders", { names: text.placeholders.map((name) => `{${name}}`).join("  ") })}
        </Note>
      )}
      <LanguageTabs
        chosen={language}
        onChoose={setLanguage}
        complete={(one) => draft[one].trim() !== "" && !refused[`text.${one}`]}
      >
        <TextArea
          name={`text.${language}`}
          label={t("texts.text")}
          rows={8}
          maxLength={2_000}
          lang={pageTagOf(language)}
          required
          value={draft[language]}
          onChange={(said) => {
            setDraft((before) => ({ ...before, [language]: said }));
            setPreview(undefined);
          }}
          error={refused[`text.${language}`]}
        />
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
      <div className={css.formFoot}>
        {text.own && (
          <Button
            kind="text"
            small
            busy={busy === "reset" && t("programme.saving")}
            onClick={() =>
              void run("reset", async () => {
                await resetText(text.key);
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
          busy={busy === "preview" && t("texts.previewing")}
          onClick={() =>
            void run("preview", async () => setPreview((await previewText(text.key, draft)).text))
          }
        >
          {t("texts.show")}
        </Button>
        <Button
          small
          busy={busy === "save" && t("programme.saving")}
          onClick={() =>
            void run("save", async () => {
              await saveText(text.key, etag, draft);
              done(t("texts.saved"));
            })
          }
        >
          {t("programme.save")}
        </Button>
      </div>
    </div>
  );
}
