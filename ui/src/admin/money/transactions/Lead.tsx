import { useTranslation } from "react-i18next";
import { formatChange, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import css from "../../admin.module.css";
import { fullName } from "../../members/names";
import { formatHkd } from "../reports/reports";
import own from "./Transaction.module.css";
import { leadingLine, partsGiven, type Transaction, useTypeName } from "./transactions";

/** The points of a transaction, the words that its member reads, and what the points are worth. */
export function Lead({ of }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const { points, member } = leadingLine(of);
  const parts = partsGiven(of);
  const sum = parts
    .map((line) => `${formatPoints(line.points)} ${line.name ? localized(line.name, language) : ""}`.trim())
    .join(" + ");
  const words = of.itemSnapshot ? localized(of.itemSnapshot.name, language) : typeName(of.type);
  return (
    <section className={`${css.panel} ${own.lead}`}>
      <span className={points < 0 ? own.loss : own.gain}>
        <StencilNumber value={formatChange(points)} height={40} />
      </span>
      <div>
        <b className={own.figure}>{parts.length > 1 ? sum : words}</b>
        {member && <span className={css.soft}>{t("page.reads", { name: fullName(member) })}</span>}
      </div>
      {of.worthHkd && of.pointValueHkd && (
        <div className={own.worth}>
          <b className={own.figure}>{formatHkd(of.worthHkd)}</b>
          <span className={css.soft}>{t("page.worth", { value: of.pointValueHkd })}</span>
        </div>
      )}
    </section>
  );
}
