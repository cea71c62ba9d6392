import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Note } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import css from "./Segments.module.css";
import { type Conditions, countQuery } from "./segments";
import { useSegmentWords } from "./useSegmentWords";

/**
 * The number of members who meet the conditions now, line by line. While the next number is counted, the last
 * one stays, in grey.
 */
export function SegmentCount({ conditions }: { conditions: Conditions }) {
  const { t } = useTranslation("adminSegments");
  const say = useErrorText();
  const words = useSegmentWords();
  const { data, error, isFetching } = useQuery(countQuery(conditions));
  if (error) return <Note tone="plum">{say(error)}</Note>;
  const { members = 0, of = 0, afterLines = [], tookMs = 0 } = data ?? {};
  const bars = [
    { key: "all", label: t("allMembers"), value: of },
    ...conditions.lines.map((line, at) => ({
      key: `${at}`,
      label: words.line(line),
      value: afterLines[at] ?? members,
    })),
  ];
  return (
    <>
      <section className={admin.panel} aria-busy={isFetching}>
        <p className={admin.soft}>{t("membersNow")}</p>
        <p className={`${css.total} ${isFetching ? css.old : ""}`} role="status">
          {formatPoints(members)}
        </p>
        <p className={admin.soft}>
          {t("share", { percent: of === 0 ? 0 : Math.round((members / of) * 100), of: formatPoints(of) })}
        </p>
      </section>
      <section className={admin.panel}>
        <div className={admin.panelHead}>
          <h2>{t(conditions.match === "any" ? "widens" : "narrows")}</h2>
          <span className={admin.soft}>{t("took", { seconds: (tookMs / 1000).toFixed(1) })}</span>
        </div>
        <ul className={css.bars}>
          {bars.map(({ key, label, value }) => (
            <li key={key}>
              <span>{label}</span>
              <meter className={css.meter} min={0} max={Math.max(1, of)} value={value} aria-hidden="true" />
              <b>{formatPoints(value)}</b>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
