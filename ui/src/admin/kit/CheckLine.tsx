import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CheckIcon, WarnIcon } from "../../kit/icons/icons-basic";
import text from "../../kit/styles/text.module.css";
import css from "./CheckLine.module.css";

interface CheckProps {
  good?: boolean;
  /** In place of the tick or the warning. */
  icon?: ReactNode;
  children: ReactNode;
}

/** One line of a list of checks, with a tick or a warning. */
export function Check({ good = false, icon, children }: CheckProps) {
  const { t } = useTranslation("admin");
  return (
    <li className={good ? css.good : css.care}>
      {icon ?? (good ? <CheckIcon size={20} /> : <WarnIcon size={20} />)}
      <span>
        <span className={text.sr}>{t(good ? "checks.good" : "checks.care")} </span>
        <span>{children}</span>
      </span>
    </li>
  );
}
