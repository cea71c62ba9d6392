import { useTranslation } from "react-i18next";
import { formatPoints, formatShortId } from "../../../i18n/format";
import css from "../../admin.module.css";
import { MemberLink } from "../../members/MemberLink";
import own from "./Alarms.module.css";
import type { AlarmPage } from "./alarms";
import { FirstRows } from "./FirstRows";

/** The members whose points an alarm concerns, where there is more than one. */
export function Accounts({ page: { alarm, members } }: { page: AlarmPage }) {
  const { t } = useTranslation("adminAlarms");
  if (members.length < 2) return null;
  const rows = members.map(({ member, points, held }, nth) => (
    <li key={member?._id ?? nth}>
      <span>
        <MemberLink member={member} />
        <span className={css.two}>
          {[
            member && formatShortId(member.shortId),
            held > 0 && t("heldOf", { count: held, points: formatPoints(held) }),
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </span>
      <b>{formatPoints(points)}</b>
    </li>
  ));
  return (
    <section className={own.part}>
      <h3>{t(alarm.kind === "device" ? "accounts" : "members", { count: members.length })}</h3>
      <FirstRows className={own.accounts} rows={rows} />
    </section>
  );
}
