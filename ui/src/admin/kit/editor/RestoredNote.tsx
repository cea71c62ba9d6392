import { useTranslation } from "react-i18next";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";

interface RestoredProps {
  /** `standing` is absent if the record was never saved. */
  editor: { restored: boolean; standing?: unknown; discard(): void };
}

/** Says that the form restored a draft, and offers to discard it. */
export function RestoredNote({ editor }: RestoredProps) {
  const { t } = useTranslation("adminContent");
  if (!editor.restored) return null;
  return (
    <Note>
      {t("restored")}{" "}
      <button type="button" className={css.quietLink} onClick={editor.discard}>
        {t(editor.standing ? "discard" : "startAgain")}
      </button>
    </Note>
  );
}
