import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, pageTagOf } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { useKept, useRestored, writeKept } from "../../kit/editor/keptForm";
import { nothing, withText } from "../../kit/editor/localized";
import { RestoredNote } from "../../kit/editor/RestoredNote";
import { fieldErrors } from "../../kit/errorText";
import { DayField, TextArea } from "../../kit/Inputs";
import { ADMIN } from "../../session";
import own from "./TermsVersions.module.css";
import { publishTerms, type TermsDraft, type TermsVersion, termsOfToday } from "./terms";

const MOST_CHANGES = 3;
const DAY_MS = 86_400_000;
const HONG_KONG_MS = 8 * 3_600_000;

const dayAhead = (days: number) =>
  new Date(Date.now() + HONG_KONG_MS + days * DAY_MS).toISOString().slice(0, 10);

interface TermsFormProps {
  /** The newest published version; it may apply from a later day only. */
  newest: TermsVersion | undefined;
  onClose(): void;
}

/** The next version of the terms, from the newest one. Before the first, from the text that members read today. */
export function TermsForm({ newest, onClose }: TermsFormProps) {
  const { t } = useTranslation("adminSettings");
  const today = useQuery({
    queryKey: [ADMIN, "termsOfToday"],
    queryFn: termsOfToday,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  // A version that others publish meanwhile does not change the form.
  const [begun] = useState(newest);
  return (
    <Loaded of={today} failed={t("terms.failed")} skeleton={<RowSkeleton count={3} />}>
      {(text) => (
        // Members are told two weeks before, as the built-in terms promise.
        <Fields
          first={{
            text: begun?.text ?? text,
            changes: [],
            startsOn: dayAhead(14),
            decideBy: dayAhead(28),
          }}
          version={newest?.version ?? 0}
          onClose={onClose}
        />
      )}
    </Loaded>
  );
}

/** A draft with the number of the version that it is based on. */
interface KeptTerms {
  base: number;
  draft: TermsDraft;
}

interface FieldsProps {
  first: TermsDraft;
  /** The number of the newest version. */
  version: number;
  onClose(): void;
}

function Fields({ first, version, onClose }: FieldsProps) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const { kept, restored, settle } = useRestored<KeptTerms>("terms");
  const [draft, setDraft] = useState(kept?.draft ?? first);
  const [base, setBase] = useState(kept?.base ?? version);
  const whole = useMemo(() => ({ base, draft }), [base, draft]);
  useKept("terms", whole, JSON.stringify(draft) !== JSON.stringify(first));
  const discard = () => {
    settle();
    setBase(version);
    setDraft(first);
  };
  const [refused, setRefused] = useState<Record<string, string>>({});
  const [sure, setSure] = useState(false);
  const { text, changes, startsOn, decideBy } = draft;
  const set = (change: Partial<TermsDraft>) => setDraft((before) => ({ ...before, ...change }));
  const setChange = (place: number, change: Partial<TermsDraft["changes"][number]>) =>
    set({ changes: changes.map((one, at) => (at === place ? { ...one, ...change } : one)) });
  return (
    <div className={own.form}>
      <RestoredNote editor={{ restored, standing: first, discard }} />
      {base !== version && <Note tone="plum">{t("terms.newer", { version })}</Note>}
      {Object.keys(refused).length > 0 && <Note tone="plum">{t("terms.refused")}</Note>}
      {LANGUAGES.map((language) => (
        <TextArea
          key={language}
          name={`text.${language}`}
          label={`${t("terms.full")} (${common(`languages.${language}`)})`}
          rows={8}
          maxLength={60_000}
          lang={pageTagOf(language)}
          value={text[language] ?? ""}
          onChange={(typed) => set({ text: withText(text, language, typed) })}
          error={language === "en" ? refused.text : undefined}
        />
      ))}
      <div className={css.grid2}>
        <DayField
          name="startsOn"
          label={t("terms.startsOn")}
          value={startsOn}
          error={refused.startsOn}
          onChange={(day) => set({ startsOn: day })}
        />
        <DayField
          name="decideBy"
          label={t("terms.decideBy")}
          value={decideBy}
          error={refused.decideBy}
          onChange={(day) => set({ decideBy: day })}
        />
      </div>
      <h3>{t("terms.changes")}</h3>
      <p className={css.soft}>{t("terms.changesHint")}</p>
      {changes.map((change, place) => (
        // A change has no name of its own, and changes are only added at the end.
        <fieldset key={place} className={own.change}>
          <legend>{t("terms.change", { number: place + 1 })}</legend>
          {LANGUAGES.map((language) => (
            <div key={language} lang={pageTagOf(language)} className={css.grid2}>
              <Field
                name={`changes.${place}.title.${language}`}
                label={t("terms.changeTitle")}
                aside={common(`languages.${language}`)}
                value={change.title[language] ?? ""}
                maxLength={120}
                autoComplete="off"
                error={language === "en" ? refused.changes : undefined}
                onChange={(typed) => setChange(place, { title: withText(change.title, language, typed) })}
              />
              <Field
                name={`changes.${place}.text.${language}`}
                label={t("terms.changeText")}
                aside={common(`languages.${language}`)}
                value={change.text[language] ?? ""}
                maxLength={300}
                autoComplete="off"
                onChange={(typed) => setChange(place, { text: withText(change.text, language, typed) })}
              />
            </div>
          ))}
          <Button
            kind="quiet"
            small
            onClick={() => set({ changes: changes.filter((_, at) => at !== place) })}
          >
            {t("terms.dropChange", { number: place + 1 })}
          </Button>
        </fieldset>
      ))}
      <div className={own.ends}>
        {changes.length < MOST_CHANGES && (
          <Button
            kind="quiet"
            small
            onClick={() => set({ changes: [...changes, { title: nothing, text: nothing }] })}
          >
            {t("terms.addChange")}
          </Button>
        )}
        <Button small onClick={() => setSure(true)}>
          {t("terms.publish")}
        </Button>
        <Button kind="text" small onClick={onClose}>
          {t("terms.cancel")}
        </Button>
      </div>
      {sure && (
        <ActionDialog
          title={t("terms.sureTitle")}
          submit={t("terms.publish")}
          busy={t("terms.publishing")}
          onClose={() => setSure(false)}
          act={async () => {
            setRefused({});
            try {
              const { version } = await publishTerms(draft);
              showToast(t("terms.published", { version }));
              setDraft(first);
              writeKept("terms", undefined);
              onClose();
            } catch (error) {
              const fields = fieldErrors(error);
              if (Object.keys(fields).length === 0) throw error;
              setRefused(fields);
              setSure(false);
            }
          }}
        >
          <p>{t("terms.sureText")}</p>
        </ActionDialog>
      )}
    </div>
  );
}
