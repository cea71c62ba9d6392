import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { differences } from "../../kit/editor/merge";
import own from "./Settings.module.css";

interface DifferencesProps {
  before: object;
  after: object;
  /** What people call a field. */
  nameOf(key: string): string;
  /** A value as people read it. */
  said(value: string): string;
}

/** What one change has made of each field, beside what it was. */
export function Differences({ before, after, nameOf, said }: DifferencesProps) {
  const { t } = useTranslation("deskSettings");
  const found = differences(before, before, after);
  if (found.length === 0) return <span className={css.soft}>{t("history.same")}</span>;
  return found.map(({ key, mine, theirs }) => (
    <div key={key} className={own.change}>
      {nameOf(key)}: <del>{said(mine)}</del> <ins>{said(theirs)}</ins>
    </div>
  ));
}
