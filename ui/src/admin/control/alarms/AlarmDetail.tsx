import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { MemberLink } from "../../members/MemberLink";
import { fullName } from "../../members/names";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { Accounts } from "./Accounts";
import { AlarmHistory } from "./AlarmHistory";
import own from "./Alarms.module.css";
import { type AlarmPage, transactionsOf } from "./alarms";
import { ResumeForm } from "./CashierButton";
import { DayBars } from "./DayBars";
import { DecideForm } from "./DecideForm";
import { FirstRows } from "./FirstRows";
import { useAlarmWords } from "./useAlarmWords";

/** The evidence of an alarm, the earlier decisions, and the form for a new decision. */
export function AlarmDetail({ page, onDecided }: { page: AlarmPage; onDecided(): void }) {
  const { t } = useTranslation("adminAlarms");
  const language = useLanguage();
  const decides = useMay("adjustPoints");
  const words = useAlarmWords();
  const { alarm } = page;
  const where = [
    alarm.partnerName && localized(alarm.partnerName, language),
    page.outlet && localized(page.outlet, language),
    page.till,
  ];
  return (
    <>
      <p>{words.reason(alarm)}</p>
      <p className={`${css.soft} ${own.usual}`}>{words.usual(alarm)}</p>
      <Facts
        facts={[
          [t("cashier"), alarm.by && <Cashier page={page} />],
          [t("member"), alarm.member && <MemberLink member={alarm.member} />],
          [t("where"), where.filter(Boolean).join(" · ")],
          [t("points"), `${formatPoints(alarm.points)} · HK$${alarm.worthHkd}`],
          [t("raised"), formatDateTime(alarm.raised, language)],
          [t("quietUntil"), alarm.quietUntil && formatDateTime(alarm.quietUntil, language)],
        ]}
      />
      <Accounts page={page} />
      <DayBars days={page.perDay} />
      <Evidence page={page} />
      <AlarmHistory page={page} />
      {alarm.queue !== "done" && decides && <DecideForm page={page} onDecided={onDecided} />}
      {alarm.queue === "done" && decides && page.cashierActive === false && <ResumeForm page={page} />}
    </>
  );
}

/** The cashier of an alarm, whether paused, with a link to the partner's cashiers. */
function Cashier({ page: { alarm, cashierActive } }: { page: AlarmPage }) {
  const { t } = useTranslation("adminAlarms");
  return (
    <>
      {alarm.by}
      {cashierActive === false && (
        <>
          {" "}
          <Badge tone="plum">{t("paused")}</Badge>
        </>
      )}
      {alarm.partner && cashierActive !== undefined && (
        <>
          {" · "}
          <Link className={css.quietLink} to={recordPath(adminPaths.partners, alarm.partner)}>
            {t("pause")}
          </Link>
        </>
      )}
    </>
  );
}

function Evidence({ page }: { page: AlarmPage }) {
  const { evidence, evidenceCount } = page;
  const all = transactionsOf(page);
  const { t } = useTranslation("adminAlarms");
  const language = useLanguage();
  if (evidence.length === 0) return null;
  const who = ({ sender, member }: (typeof evidence)[number]) =>
    sender ? t("fromTo", { sender: fullName(sender), member: fullName(member) }) : fullName(member);
  const row = (one: (typeof evidence)[number]) => (
    <li key={one.transaction}>
      <Link className={css.quietLink} to={recordPath(adminPaths.transactions, one.transaction)}>
        {formatDateTime(one.created, language)}
      </Link>
      <span className={css.two}>
        {[who(one), one.amountHkd && `HK$${one.amountHkd}`, one.receipt].filter(Boolean).join(" · ")}
      </span>
      <b>{formatPoints(one.points)}</b>
    </li>
  );
  return (
    <section className={own.part}>
      <h3>{t("transactions", { count: evidenceCount })}</h3>
      <FirstRows className={own.evidence} rows={evidence.map(row)} />
      {all && (
        <Link className={css.quietLink} to={all}>
          {page.alarm.kind === "pair" || page.alarm.kind === "fan_in"
            ? t("all", { count: evidenceCount })
            : t("allOfCashier")}
        </Link>
      )}
    </section>
  );
}
