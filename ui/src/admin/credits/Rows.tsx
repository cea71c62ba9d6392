import { useTranslation } from "react-i18next";
import { Badge } from "../../components/Paper";
import { formatPoints, formatShortId } from "../../i18n/format";
import { Table } from "../components/DataTable";
import content from "../content/Content.module.css";
import css from "../desk.module.css";
import own from "./Credits.module.css";
import { codeKey, type DryRun } from "./credits";

const SHOWN = 200;

/** What would become of each row of a file, those with mistakes first. */
export function Rows({ dry: { good, bad, points, rows } }: { dry: DryRun }) {
  const { t } = useTranslation("deskCredits");
  const shown = [...rows].sort((a, b) => Number(Boolean(b.code)) - Number(Boolean(a.code))).slice(0, SHOWN);
  const numbers = [
    [t("file.good"), good],
    [t("file.bad"), bad],
    [t("file.sum"), points],
  ] as const;
  return (
    <>
      <div className={content.counts} role="status">
        {numbers.map(([name, number]) => (
          <div key={name}>
            {name}
            <b>{formatPoints(number)}</b>
          </div>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it. */}
      <section className={own.rows} tabIndex={0} aria-label={t("rows")}>
        <Table
          label={t("rows")}
          rows={shown}
          rowKey={({ line }) => String(line)}
          columns={[
            { key: "line", head: t("file.line"), end: true, soft: true, cell: ({ line }) => line },
            {
              key: "member",
              head: t("file.member"),
              cell: ({ identifier, shortId }) => (
                <>
                  {identifier}
                  {shortId && <span className={css.two}>{formatShortId(shortId)}</span>}
                </>
              ),
            },
            {
              key: "points",
              head: t("points"),
              end: true,
              cell: (row) => (row.points === undefined ? "" : formatPoints(row.points)),
            },
            {
              key: "fate",
              head: t("file.fate"),
              cell: ({ code }) =>
                code ? (
                  <span className={css.late}>{t(`codes.${codeKey(code)}`)}</span>
                ) : (
                  <Badge tone="leaf">{t("file.fine")}</Badge>
                ),
            },
          ]}
        />
      </section>
      {rows.length > SHOWN && <p className={css.soft}>{t("file.more", { count: rows.length - SHOWN })}</p>}
    </>
  );
}
