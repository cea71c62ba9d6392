import { useTranslation } from "react-i18next";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";

interface RestoredProps {
  /** `standing` is absent where nothing was saved yet. */
  editor: { restored: boolean; standing?: unknown; discard(): void };
}

/** Says that a form goes on from what was typed before, and lets go of it. */
export function RestoredNote({ editor }: RestoredProps) {
  const { t } = useTranslation("deskContent");
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
