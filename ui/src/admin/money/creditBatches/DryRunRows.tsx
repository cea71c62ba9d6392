import { useTranslation } from "react-i18next";
import { formatPoints, formatShortId } from "../../../i18n/format";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FileCounts, FileRows } from "../../kit/FileOutcome";
import { formatHkd } from "../reports/reports";
import { codeKey, type DryRun } from "./creditBatches";

/** The dry-run result of each row, errors first. */
export function DryRunRows({ dry: { good, bad, points, rows } }: { dry: DryRun }) {
  const { t } = useTranslation("adminCredits");
  const numbers = [
    [t("file.good"), good],
    [t("file.bad"), bad],
    [t("file.sum"), points],
  ] as const;
  return (
    <>
      <FileCounts numbers={numbers} />
      <FileRows
        label={t("rows")}
        rows={rows}
        isBad={({ code }) => Boolean(code)}
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
            cell: (row) => (
              <>
                {row.points === undefined ? "" : formatPoints(row.points)}
                {row.amountHkd && <span className={css.two}>{formatHkd(row.amountHkd)}</span>}
              </>
            ),
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
        more={(count) => t("file.more", { count })}
      />
    </>
  );
}
