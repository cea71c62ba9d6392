import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { useLineName } from "../../shared/slip/useLineName";
import type { QrPreview } from "./earnQr";
import css from "./QrScreen.module.css";

export type PartLine = QrPreview["lines"][number];

/**
 * The parts of the points, as in "80 + 80 double day", and the points that wait, with the last day until
 * which they wait.
 */
export function QrParts({ lines }: { lines: readonly PartLine[] }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const name = useLineName();
  const given = lines.filter(({ points }) => points > 0);
  const parts = given.map((line) =>
    line.kind === "base" ? formatPoints(line.points) : `${formatPoints(line.points)} ${name(line)}`,
  );
  const waiting = given.filter(({ pendingUntil }) => pendingUntil);
  const last = waiting
    .map(({ pendingUntil = "" }) => pendingUntil)
    .sort()
    .at(-1);
  const points = waiting.reduce((sum, line) => sum + line.points, 0);
  const day = last && formatDay(noonOf(last), language);
  return (
    <div className={css.parts}>
      {given.some(({ kind }) => kind !== "base") && <p className={css.sum}>{parts.join(" + ")}</p>}
      {day && <p>{t("earnQr.pending", { count: points, points: formatPoints(points), day })}</p>}
      <p>{t("earnQr.own")}</p>
    </div>
  );
}
