import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { differences } from "../../kit/editor/merge";
import own from "./Settings.module.css";

interface DifferencesProps {
  before: object;
  after: object;
  /** The label of a field. */
  nameOf(key: string): string;
  /** A value formatted for display. */
  said(value: string): string;
}

/** Each changed field with its old and new value. */
export function Differences({ before, after, nameOf, said }: DifferencesProps) {
  const { t } = useTranslation("adminSettings");
  const found = differences(before, before, after);
  if (found.length === 0) return <span className={css.soft}>{t("history.same")}</span>;
  return found.map(({ key, mine, theirs }) => (
    <div key={key} className={own.change}>
      {nameOf(key)}: <del>{said(mine)}</del> <ins>{said(theirs)}</ins>
    </div>
  ));
}
