import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { LANGUAGES, pageTagOf, useLanguage } from "../../../i18n/language";
import admin from "../../admin.module.css";
import { NumberField } from "../../kit/NumberField";
import { exampleOf } from "./example";
import type { RuleForm } from "./form";
import css from "./Rules.module.css";

/** The words that members and cashiers read about a bill to which the rule applies. */
export function RulePreview({ draft }: { draft: RuleForm }) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const shown = useLanguage();
  const [bill, setBill] = useState("80");
  const { base, added } = exampleOf(draft, bill);
  const points = { base: formatPoints(base), added: formatPoints(added), sum: formatPoints(base + added) };
  const name = (language: (typeof LANGUAGES)[number]) =>
    draft.name[language]?.trim() || t("preview.nameless");
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("preview.title")}</h2>
      </div>
      <div className={css.bill}>
        <NumberField name="bill" label={t("preview.bill")} decimal most={8} value={bill} onChange={setBill} />
      </div>
      <ul className={css.reads} aria-label={t("preview.member")}>
        {LANGUAGES.map((language) => (
          <li key={language}>
            <p>
              {common(`languages.${language}`)}
              <b>+{points.sum}</b>
            </p>
            <p lang={pageTagOf(language)}>
              {points.base}
              {draft.bonus !== "none" && (
                <>
                  {" + "}
                  <b>{`${points.added} ${name(language)}`}</b>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      <p className={css.gap}>{t("preview.till")}</p>
      <dl className={css.till}>
        <div>
          <dt>{t("preview.base")}</dt>
          <dd>{points.base}</dd>
        </div>
        {draft.bonus !== "none" && (
          <div>
            <dt>{name(shown)}</dt>
            <dd>+{points.added}</dd>
          </div>
        )}
        <div>
          <dt>{t("preview.gives")}</dt>
          <dd>{points.sum}</dd>
        </div>
      </dl>
      <p className={`${css.two} ${css.gap}`}>
        {draft.bonus === "perUnit" && t("preview.oneUnit")}
        {draft.bonus === "none" && t("preview.onlyWaits")} {t("preview.note")}
      </p>
    </section>
  );
}
