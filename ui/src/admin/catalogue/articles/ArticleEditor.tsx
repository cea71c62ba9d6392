import { useTranslation } from "react-i18next";
import type { Language } from "../../../i18n/language";
import css from "../../admin.module.css";
import { EditorPage } from "../../kit/editor/EditorPage";
import { type Article, articles, type Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete, withText } from "../../kit/editor/localized";
import { NameField } from "../../kit/editor/NameField";
import { PictureField } from "../../kit/editor/PictureField";
import { RecordLoader } from "../../kit/editor/RecordLoader";
import { useRecordForm } from "../../kit/editor/useRecordForm";
import { Select } from "../../kit/Inputs";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { ArticlePreview } from "./ArticlePreview";
import own from "./Articles.module.css";
import { articleForm, checkArticle, tidyArticle } from "./form";
import { RichText } from "./RichText";

/** The editor of one article in three languages, with a phone preview. */
export function ArticleEditor() {
  const { t } = useTranslation("adminArticles");
  return (
    <RecordLoader kind={articles} title={t("edit")} back={{ to: adminPaths.articles, label: t("title") }}>
      {(saved) => <Form key={saved?.record._id ?? "new"} saved={saved} />}
    </RecordLoader>
  );
}

function Form({ saved }: { saved: Tagged<Article> | undefined }) {
  const { t } = useTranslation("adminArticles");
  const mayWrite = useMay("writeContent");
  const { editor, language, setLanguage, name, error, check } = useRecordForm({
    kind: articles,
    saved,
    form: articleForm,
    tidy: tidyArticle,
    check: checkArticle,
    list: adminPaths.articles,
    nameOf: (record) => record.title,
    said: (isNew, title) => t(isNew ? "created" : "saved", { title }),
  });
  const { draft, set } = editor;
  const complete = (one: Language) =>
    one === "en" ? !checkArticle(draft)["title.en"] : isComplete([draft.title, draft.content], one);
  return (
    <EditorPage
      kind={articles}
      editor={editor}
      id={saved?.record._id}
      title={name ?? t("add")}
      back={{ to: adminPaths.articles, label: t("title") }}
      mayWrite={mayWrite}
      label={(key) => t(`fields.${fieldName(key)}`)}
      check={check}
      complete={complete}
    >
      <div className={css.split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
              <div className={css.stack}>
                <div className={own.top}>
                  <NameField
                    name="title"
                    label={t("fields.title")}
                    value={draft.title}
                    language={language}
                    disabled={!mayWrite}
                    error={error}
                    onChange={(title) => set({ title })}
                  />
                  <Select
                    name="type"
                    label={t("fields.type")}
                    value={draft.type}
                    disabled={!mayWrite}
                    options={(["news", "activities"] as const).map((value) => ({
                      value,
                      label: t(`types.${value}`),
                    }))}
                    onChange={(type) => set({ type })}
                  />
                </div>
                <PictureField
                  label={t("fields.coverImg")}
                  aspect={16 / 10}
                  hint={t("coverHint")}
                  value={draft.coverImg?.[language] ?? ""}
                  disabled={!mayWrite}
                  error={error(`coverImg.${language}`) ?? error("coverImg")}
                  onChange={(picture) => set({ coverImg: withText(draft.coverImg, language, picture) })}
                />
                <RichText
                  key={language}
                  label={t("fields.content")}
                  value={draft.content[language] ?? ""}
                  language={language}
                  disabled={!mayWrite}
                  error={error(`content.${language}`) ?? error("content")}
                  onChange={(html) => set({ content: withText(draft.content, language, html) })}
                />
              </div>
            </LanguageTabs>
          </section>
        </div>
        <div className={css.aside}>
          <ArticlePreview draft={draft} language={language} />
        </div>
      </div>
    </EditorPage>
  );
}

const FIELDS = ["title", "type", "content", "coverImg", "active"] as const;

function fieldName(key: string): (typeof FIELDS)[number] | "other" {
  return FIELDS.find((name) => name === key.split(".")[0]) ?? "other";
}
