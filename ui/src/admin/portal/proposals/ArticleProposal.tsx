import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { ArticlePreview } from "../../catalogue/articles/ArticlePreview";
import { RichText } from "../../catalogue/articles/RichText";
import { ChoiceField, NameField } from "../../kit/editor/fields";
import type { Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete, withText } from "../../kit/editor/localized";
import { Checklist } from "./Checklist";
import { OwnPictureField } from "./OwnPictureField";
import { articleForm, articleProposals, type ProposalPage, type ProposedArticle } from "./ownProposals";
import { ProposalFrame } from "./ProposalFrame";
import { shownArticle } from "./shown";
import { useProposal } from "./useProposal";

const COVER = 16 / 10;

/** A proposed article: its title, its cover and its text. */
export function ArticleProposal({ saved }: { saved: Tagged<ProposalPage> }) {
  const { t } = useTranslation("adminProposals");
  const { t: words } = useTranslation("adminArticles");
  const proposal = useProposal<ProposedArticle>({ kind: articleProposals, saved, form: articleForm });
  const { editor, language, setLanguage, error, disabled } = proposal;
  const { draft, set } = editor;
  const label = (key: string) => t(`fields.${key.split(".")[0]}` as "fields.title");
  const form = { draft, set, error, label, disabled, language };
  const complete = (one: typeof language) => isComplete([draft.title, draft.content], one);
  const types = (["news", "activities"] as const).map((value) => ({ value, label: words(`types.${value}`) }));
  return (
    <ProposalFrame
      of={proposal}
      label={label}
      aside={
        <>
          <ArticlePreview draft={shownArticle(draft)} language={language} />
          <Checklist picture={Boolean(draft.coverImg?.en)} complete={complete} />
        </>
      }
    >
      <section className={`${css.panel} ${css.stack}`}>
        <ChoiceField form={form} name="type" otherwise="news" options={types} />
        <OwnPictureField
          label={label("coverImg")}
          value={draft.coverImg?.en ?? ""}
          error={error("coverImg")}
          disabled={disabled}
          aspect={COVER}
          onChange={(en) => set({ coverImg: { en } })}
        />
        <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
          <div className={css.stack}>
            <NameField form={form} name="title" />
            <RichText
              key={language}
              label={label("content")}
              value={draft.content?.[language] ?? ""}
              language={language}
              disabled={disabled}
              pictures={false}
              error={error("content")}
              onChange={(html) => set({ content: withText(draft.content, language, html) })}
            />
          </div>
        </LanguageTabs>
      </section>
    </ProposalFrame>
  );
}
