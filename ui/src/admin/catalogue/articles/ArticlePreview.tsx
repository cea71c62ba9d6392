import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, localized, pageTagOf } from "../../../i18n/language";
import { Segment } from "../../../kit/form/Segment";
import { ArticleHtml } from "../../../shared/article/ArticleHtml";
import type { ArticleInput } from "../../kit/editor/kinds";
import css from "./Articles.module.css";

/** Phone preview of the current draft. */
export function ArticlePreview({ draft, language }: { draft: ArticleInput; language: Language }) {
  const { t } = useTranslation("adminArticles");
  const [wide, setWide] = useState<"narrow" | "wide">("wide");
  const cover = draft.coverImg ? localized(draft.coverImg, language) : "";
  return (
    <section aria-label={t("preview")}>
      <div className={css.previewHead}>
        <h2>{t("preview")}</h2>
        <Segment<"narrow" | "wide">
          label={t("previewSize")}
          chosen={wide}
          onChoose={setWide}
          options={[
            { value: "narrow", label: "320" },
            { value: "wide", label: "375" },
          ]}
        />
      </div>
      <div className={`${css.phone} ${wide === "narrow" ? css.narrow : ""}`} lang={pageTagOf(language)} inert>
        {cover && <img src={cover} alt="" />}
        <div className={css.page}>
          <p className={css.kind}>{t(`types.${draft.type}`)}</p>
          <h3>{localized(draft.title, language) || t("fields.title")}</h3>
          <ArticleHtml html={localized(draft.content, language)} />
        </div>
      </div>
    </section>
  );
}
