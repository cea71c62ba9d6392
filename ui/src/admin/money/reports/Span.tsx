import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { DayInput } from "../../kit/DayInput";
import { useAddress } from "../../kit/useAddress";
import own from "./Reports.module.css";
import { type Span, today } from "./reports";

/** The period of a report, kept in the address; `usual` is the default. */
export function useSpan(usual: Span) {
  const { get } = useAddress();
  const span = { from: get("from") || usual.from, to: get("to") || usual.to };
  return { span, sound: span.from <= span.to };
}

interface SpanToolsProps {
  span: Span;
  /** Additional filters. */
  children?: ReactNode;
}

/** Chooses the period. */
export function SpanTools({ span, children }: SpanToolsProps) {
  const { t } = useTranslation("adminReports");
  const { change } = useAddress();
  const now = today();
  return (
    <div className={`${css.tools} ${own.tools}`}>
      <DayInput label={t("from")} value={span.from} max={now} onChange={(from) => change({ from })} />
      <DayInput label={t("to")} value={span.to} max={now} onChange={(to) => change({ to })} />
      {children}
    </div>
  );
}
