import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import own from "./Alarms.module.css";

/** Rows that show before all are asked for. */
const SHOWN = 5;

/** The first rows of a list, and the others on demand. */
export function FirstRows({
  rows,
  className,
}: {
  rows: readonly ReactNode[];
  className: string | undefined;
}) {
  const { t } = useTranslation("adminAlarms");
  const rest = rows.slice(SHOWN);
  return (
    <>
      <ul className={className}>{rows.slice(0, SHOWN)}</ul>
      {rest.length > 0 && (
        <details className={own.more}>
          <summary>{t("more", { count: rest.length })}</summary>
          <ul className={className}>{rest}</ul>
        </details>
      )}
    </>
  );
}
