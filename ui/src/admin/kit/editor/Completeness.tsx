import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language, pageTagOf } from "../../../i18n/language";
import text from "../../../kit/styles/text.module.css";
import css from "./Content.module.css";

/** The three languages; incomplete ones are struck out. */
export function Completeness({ missing }: { missing: readonly Language[] }) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  return (
    <span className={css.marks}>
      <span aria-hidden="true">
        {LANGUAGES.map((one) => (
          <i key={one} lang={pageTagOf(one)} className={missing.includes(one) ? css.lacking : css.there}>
            {common(`languagesShort.${one}`)}
          </i>
        ))}
      </span>
      <span className={text.sr}>
        {missing.length === 0
          ? t("whole")
          : t("lacks", { languages: missing.map((one) => common(`languages.${one}`)).join(" · ") })}
      </span>
    </span>
  );
}
