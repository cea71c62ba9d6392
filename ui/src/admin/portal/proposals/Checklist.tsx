import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language } from "../../../i18n/language";
import css from "../../admin.module.css";
import { Check } from "../../kit/CheckLine";

interface ChecklistProps {
  /** True if the picture is there; absent for a proposal that has no picture. */
  picture?: boolean;
  /** Returns whether all words in a language are there. */
  complete(language: Language): boolean;
}

/** The parts of a proposal that are there or missing. The manager may also send it with parts missing. */
export function Checklist({ picture, complete }: ChecklistProps) {
  const { t } = useTranslation("adminProposals");
  const { t: common } = useTranslation("admin");
  return (
    <section className={css.panel}>
      <h2>{t("own.checks")}</h2>
      <ul>
        {picture !== undefined && (
          <Check good={picture}>{t(picture ? "own.picture" : "own.noPicture")}</Check>
        )}
        {LANGUAGES.map((one) => (
          <Check key={one} good={complete(one)}>
            {t(complete(one) ? "own.words" : "own.noWords", { language: common(`languages.${one}`) })}
          </Check>
        ))}
      </ul>
    </section>
  );
}
