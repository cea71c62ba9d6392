import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { formatGrams } from "../../catalogue/carbon/carbon";
import { adminPaths, recordPath } from "../../paths";
import type { Transaction } from "./transactions";

type Origin = NonNullable<Transaction["origin"]>;
type Saved = NonNullable<Transaction["carbon"]>[number];

/** The transaction that reverses this one, or that this one reverses. */
export function LinkedTransaction({ label, of }: { label: string; of: Transaction["reverses"] }) {
  return (
    of && (
      <div>
        <dt>{label}</dt>
        <dd>
          <Link className={css.quietLink} to={recordPath(adminPaths.transactions, of._id)}>
            {of.number}
          </Link>
        </dd>
      </div>
    )
  );
}

/** The list of the records of an origin; those that have no address of their own are absent. */
const LISTS: Partial<Record<Origin["kind"], string>> = {
  campaign: adminPaths.campaigns,
  claim: adminPaths.claims,
  goal: adminPaths.goals,
  creditBatch: adminPaths.credits,
};

/** The campaign, claim, goal, level, link or batch by which the points were given. */
export function OriginFact({ origin }: { origin: Origin }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const list = LISTS[origin.kind];
  const name =
    origin.kind === "claim"
      ? origin.number
      : typeof origin.name === "string"
        ? origin.name
        : localized(origin.name, language);
  return (
    <div>
      <dt>{t(`origin.${origin.kind}`)}</dt>
      <dd>
        {list && "_id" in origin ? (
          <Link className={css.quietLink} to={recordPath(list, origin._id)}>
            {name}
          </Link>
        ) : (
          name
        )}
        {origin.kind === "campaign" && (
          <span className={css.two}>{t("origin.version", { version: origin.version })}</span>
        )}
      </dd>
    </div>
  );
}

/** The CO2e that a purchase saved by one factor. */
export function SavedPart({ saved: { factor, version, grams } }: { saved: Saved }) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  return (
    <div>
      <dt>{localized(factor, language)}</dt>
      <dd>
        {t("savedGrams", { grams: formatGrams(Number(grams)) })}
        <span className={css.two}>{t("carbonVersion", { version })}</span>
      </dd>
    </div>
  );
}
