import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { MailIcon } from "../../../kit/icons/icons-member";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { Select, TextArea } from "../../kit/Inputs";
import { useAction } from "../../kit/useAction";
import own from "./Claims.module.css";
import { type AdminClaim, askMember, claimDecided, QUESTIONS, type QuestionKind } from "./claims";

/** Asks the member of a claim the one question. */
export function AskButton({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  const [asking, setAsking] = useState(false);
  if (claim.question) return null;
  return (
    <>
      <Button kind="quiet" small icon={<MailIcon size={20} />} onClick={() => setAsking(true)}>
        {t("ask.open")}
      </Button>
      {asking && <AskDialog claim={claim} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskDialog({ claim, onClose }: { claim: AdminClaim; onClose(): void }) {
  const { t } = useTranslation("adminClaims");
  const say = useErrorText();
  const [kind, setKind] = useState<QuestionKind>(claim.hasPhoto ? "other" : "photo");
  const [words, setWords] = useState("");
  const { busy, error, run } = useAction();
  const refused = fieldErrors(error);
  const ask = () =>
    run(async () => {
      await askMember(claim._id, kind, words.trim());
      claimDecided();
      showToast(t("ask.done", { number: claim.number }));
      onClose();
    });
  return (
    <FormDialog
      title={t("ask.title")}
      submit={t("ask.submit")}
      busy={busy && t("ask.busy")}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void ask();
      }}
    >
      <p className={css.soft}>{t("ask.text")}</p>
      <Select<QuestionKind>
        name="kind"
        label={t("ask.kind")}
        hint={t("refuse.reasonHint")}
        value={kind}
        options={QUESTIONS.map((value) => ({ value, label: t(`questions.${value}`) }))}
        onChange={setKind}
      />
      <TextArea
        name="words"
        label={t("refuse.reply")}
        aside={kind === "other" ? undefined : t("optional")}
        required={kind === "other"}
        rows={3}
        maxLength={500}
        value={words}
        onChange={setWords}
        error={refused.words}
      />
      {error !== undefined && !refused.words && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

/** The question to the member, and the answer as far as there is one. */
export function QuestionNote({ question }: { question: NonNullable<AdminClaim["question"]> }) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const { kind, words, asked, by, answer, answered } = question;
  return (
    <div className={own.reopened}>
      <Note tone={answered ? "leaf" : "pollen"}>
        <b>{t("ask.told", { by, when: formatDateTime(asked, language) })}</b>{" "}
        {[t(`questions.${kind}`), words].filter(Boolean).join(". ")}
        <br />
        {answered ? t("ask.answered", { when: formatDateTime(answered, language) }) : t("ask.open_question")}
        {answer && <span className={own.answer}>{answer}</span>}
      </Note>
    </div>
  );
}
