import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { type Language, pageTagOf, useLanguage } from "../../i18n/language";
import { useLanguageChoice } from "../../i18n/switch";
import { Note } from "../screen/Paper";
import { Segment } from "./Segment";

// Each language is named in itself, so these labels are never translated.
const NAMES: readonly { value: Language; label: string; lang: string }[] = [
  { value: "en", label: "EN", lang: "en" },
  { value: "zh", label: "简", lang: pageTagOf("zh") },
  { value: "zhhk", label: "繁", lang: pageTagOf("zhhk") },
];

export function LanguageSwitch({ cover, block }: Pick<ComponentProps<typeof Segment>, "cover" | "block">) {
  const { t } = useTranslation();
  const { choose, failed } = useLanguageChoice();
  return (
    <>
      <Segment
        label={t("language")}
        options={NAMES}
        chosen={useLanguage()}
        onChoose={choose}
        cover={cover}
        block={block}
      />
      {failed && <Note tone="plum">{t("languageFailed")}</Note>}
    </>
  );
}
