import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime, formatExactTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { today } from "../reports/reports";
import own from "./Transaction.module.css";
import type { Transaction } from "./transactions";
import { useEventWords } from "./useEventWords";

/** The events of a transaction: what led to it, who was told, and what followed. Planned events come last. */
export function Happened({ of }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const mayAudit = useMay("readPointsTrail");
  const say = useEventWords(of);
  const { seal, events = [] } = of;
  if (!seal) return null;
  const now = Date.now();
  const hasOtherDay = events.some(({ at }) => !isSameDay(at, of.created));
  const [past, planned] = [
    events.filter(({ at }) => Date.parse(at) <= now),
    events.filter(({ at }) => Date.parse(at) > now),
  ];
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("happened.title")}</h2>
        {mayAudit && (
          <Link className={css.quietLink} to={`${adminPaths.audit}?target=${of._id}`}>
            {t("happened.audit")}
          </Link>
        )}
      </div>
      <ol className={classes(own.happened, hasOtherDay && own.dated)}>
        {past.map((event, place) => (
          // Events have no ids of their own, and their order is that of their times.
          <Step key={`${event.kind} ${event.at} ${place}`} at={event.at} made={of.created}>
            {say(event)}
          </Step>
        ))}
        <Step at={of.created} made={of.created}>
          {t("happened.sealed", { seq: seal.seq.toLocaleString("en-HK") })}{" "}
          <span className={css.mono}>{`${seal.hash.slice(0, 4)}…${seal.hash.slice(-4)}`}</span>{" "}
          <Badge tone={seal.intact ? "leaf" : "plum"} dot={false}>
            {t(seal.intact ? "happened.intact" : "happened.broken")}
          </Badge>
        </Step>
        {planned.map((event, place) => (
          <Step key={`${event.kind} ${event.at} ${place}`} at={event.at} made={of.created} later>
            {say(event)}
          </Step>
        ))}
      </ol>
    </section>
  );
}

const isSameDay = (one: string, other: string) => today(Date.parse(one)) === today(Date.parse(other));

interface StepProps {
  at: string;
  /** The time of the transaction, whose day is not repeated. */
  made: string;
  later?: boolean;
  children: ReactNode;
}

function Step({ at, made, later, children }: StepProps) {
  const language = useLanguage();
  return (
    <li className={classes(later && own.later)}>
      <time dateTime={at}>
        {isSameDay(at, made) ? formatExactTime(at, language).split(" ").at(-1) : formatDateTime(at, language)}
      </time>
      <span className={own.petal} aria-hidden />
      <div>{children}</div>
    </li>
  );
}
