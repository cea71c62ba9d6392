import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { type Language, localized, pageTagOf, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete, type Localized, nothing } from "../../kit/editor/localized";
import { Facts } from "../../kit/Facts";
import { formatHkd } from "../../money/reports/reports";
import { BonusHours } from "../../portal/proposals/BonusHours";
import type { BonusOutlook, Outlook } from "../../portal/proposals/outlook";
import type {
  ProposalPage,
  ProposedArticle,
  ProposedBonus,
  ProposedItem,
} from "../../portal/proposals/ownProposals";
import { BonusPays, ItemPays } from "../../portal/proposals/Pays";
import own from "../../portal/proposals/Proposals.module.css";
import { shownArticle, shownItem } from "../../portal/proposals/shown";
import { ArticlePreview } from "../articles/ArticlePreview";
import { ItemPreview } from "../items/ItemPreview";
import { outletsQuery } from "../outlets/outlets";
import { usePeriodWords, useRuleWords } from "../rules/useRuleWords";
import { proposalOutlookQuery } from "./proposals";

/** The content of a partner's proposal, as staff read it. */
export function ProposalContent({ page: { _id, body, partnerId } }: { page: ProposalPage }) {
  const { data: outlook } = useQuery(proposalOutlookQuery(_id));
  switch (body.kind) {
    case "item":
      return <ItemContent item={body} outlook={outlook} />;
    case "article":
      return <ArticleContent article={body} />;
    case "bonus":
      return <BonusContent bonus={body} partner={partnerId} outlook={outlook?.bonus} />;
  }
}

interface InLanguageProps {
  texts: readonly (Localized | null | undefined)[];
  aside(language: Language): ReactNode;
  children(language: Language): ReactNode;
}

/** Content in the language that is chosen, beside its preview. */
function InLanguage({ texts, aside, children }: InLanguageProps) {
  const shown = useLanguage();
  const [language, setLanguage] = useState<Language>(shown);
  return (
    <div className={css.split}>
      <section className={css.panel}>
        <LanguageTabs chosen={language} onChoose={setLanguage} complete={(one) => isComplete(texts, one)}>
          {children(language)}
        </LanguageTabs>
      </section>
      <div className={css.aside}>{aside(language)}</div>
    </div>
  );
}

function ItemContent({ item, outlook }: { item: ProposedItem; outlook: Outlook | undefined }) {
  const { t } = useTranslation("adminProposals");
  const { name, description, toc, points, leftover, costHkd, useWithinDays } = item;
  const words = (text: Localized | undefined, language: Language) =>
    text?.[language] && (
      <span className={own.long} lang={pageTagOf(language)}>
        {text[language]}
      </span>
    );
  return (
    <InLanguage
      texts={[name, description, toc]}
      aside={(language) => (
        <>
          <ItemPreview draft={shownItem(item)} language={language} />
          <ItemPays item={item} outlook={outlook} />
        </>
      )}
    >
      {(language) => (
        <Facts
          facts={[
            [t("fields.name"), words(name, language)],
            [t("fields.description"), words(description, language)],
            [t("fields.toc"), words(toc, language)],
            [t("fields.points"), formatPoints(points ?? 0)],
            [t("fields.costHkd"), costHkd && formatHkd(costHkd)],
            [t("fields.leftover"), typeof leftover === "number" ? formatPoints(leftover) : t("unlimited")],
            [t("fields.useWithinDays"), useWithinDays && String(useWithinDays)],
          ]}
        />
      )}
    </InLanguage>
  );
}

function ArticleContent({ article }: { article: ProposedArticle }) {
  const { t } = useTranslation("adminProposals");
  const { t: words } = useTranslation("adminArticles");
  const { title, content, type } = article;
  return (
    <InLanguage
      texts={[title, content]}
      aside={(language) => <ArticlePreview draft={shownArticle(article)} language={language} />}
    >
      {(language) => (
        <Facts
          facts={[
            [
              t("fields.title"),
              title?.[language] && <span lang={pageTagOf(language)}>{title[language]}</span>,
            ],
            [t("fields.type"), words(`types.${type}`)],
          ]}
        />
      )}
    </InLanguage>
  );
}

interface BonusContentProps {
  bonus: ProposedBonus;
  partner: string;
  outlook: BonusOutlook | undefined;
}

function BonusContent({ bonus, partner, outlook }: BonusContentProps) {
  const { t } = useTranslation("adminProposals");
  const { t: rules } = useTranslation("adminRules");
  const language = useLanguage();
  const say = useRuleWords();
  const period = usePeriodWords();
  const outlets = useQuery(outletsQuery(partner)).data ?? [];
  const { name = nothing, budget, outlets: chosen = [], ...rule } = bonus;
  const named = outlets
    .filter(({ _id }) => chosen.includes(_id))
    .map((outlet) => localized(outlet.name, language));
  return (
    <div className={css.split}>
      <div>
        <section className={css.panel}>
          <Facts
            facts={[
              [t("fields.name"), localized(name, language)],
              [rules("form.bonus"), say({ ...rule, name })],
              [t("period"), period(rule)],
              [rules("form.outlets"), named.length > 0 ? named.join(" · ") : rules("form.everyOutlet")],
              [
                rules("form.budget"),
                budget &&
                  (budget.unit === "hkd"
                    ? formatHkd(budget.amount)
                    : t("points", { count: budget.amount, points: formatPoints(budget.amount) })),
              ],
            ]}
          />
        </section>
        <BonusHours outlook={outlook} />
      </div>
      <div className={css.aside}>
        <BonusPays outlook={outlook} from={bonus.from} until={bonus.until} />
      </div>
    </div>
  );
}
