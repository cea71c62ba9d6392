import { useTranslation } from "react-i18next";
import { ContentEditor } from "../../kit/editor/ContentEditor";
import { ChoiceField, LocalizedImageField, NameField } from "../../kit/editor/fields";
import { withText } from "../../kit/editor/localized";
import { ArticlePreview } from "./ArticlePreview";
import css from "./Articles.module.css";
import { articleContent } from "./form";
import { RichText } from "./RichText";

/** The editor of one article in three languages, with a phone preview. */
export function ArticleEditor() {
  const { t } = useTranslation("adminArticles");
  const types = (["news", "activities"] as const).map((value) => ({ value, label: t(`types.${value}`) }));
  return (
    <ContentEditor
      of={articleContent}
      texts={(form) => {
        const { draft, set, error, language, disabled } = form;
        return (
          <>
            <div className={css.top}>
              <NameField form={form} name="title" />
              <ChoiceField form={form} name="type" otherwise="news" options={types} />
            </div>
            <LocalizedImageField form={form} name="coverImg" aspect={16 / 10} hint={t("coverHint")} />
            <RichText
              key={language}
              label={t("fields.content")}
              value={draft.content[language] ?? ""}
              language={language}
              disabled={disabled}
              error={error(`content.${language}`) ?? error("content")}
              onChange={(html) => set({ content: withText(draft.content, language, html) })}
            />
          </>
        );
      }}
      aside={({ draft, language }) => <ArticlePreview draft={draft} language={language} />}
    />
  );
}
