import { useTranslation } from "react-i18next";
import { Note } from "../../../kit/screen/Paper";
import { useErrorText } from "../../kit/errorText";
import { TextArea } from "../../kit/Inputs";
import { LONGEST_NOTE } from "./alarms";
import type { Deciding } from "./useDecide";

/** The note that a decision about an alarm needs, and why the last try failed. */
export function DecisionNote({
  label,
  deciding: { note, setNote, missing, error },
}: {
  label: string;
  deciding: Deciding;
}) {
  const { t } = useTranslation("adminAlarms");
  const say = useErrorText();
  return (
    <>
      <TextArea
        name="note"
        label={label}
        hint={t("note.hint")}
        required
        rows={2}
        maxLength={LONGEST_NOTE}
        value={note}
        onChange={setNote}
        error={missing ? t("note.missing") : undefined}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </>
  );
}
