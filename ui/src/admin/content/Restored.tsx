import { useTranslation } from "react-i18next";
import { Note } from "../../components/Paper";
import css from "../desk.module.css";

/** Says that a form goes on from what was typed before, and lets go of it. */
export function Restored({ editor }: { editor: { restored: boolean; discard(): void } }) {
  const { t } = useTranslation("deskContent");
  if (!editor.restored) return null;
  return (
    <Note>
      {t("restored")}{" "}
      <button type="button" className={css.quietLink} onClick={editor.discard}>
        {t("discard")}
      </button>
    </Note>
  );
}
