import { useTranslation } from "react-i18next";
import type { Language } from "../../../i18n/language";
import css from "../../admin.module.css";
import { withText } from "../../kit/editor/localized";
import { NameField } from "../../kit/editor/NameField";
import { PictureField } from "../../kit/editor/PictureField";
import { TextArea } from "../../kit/Inputs";
import type { ItemFields } from "./fields";

// Aspect ratio of the member's tile.
const TILE = 1 / 0.82;

/** Name and texts of an item in one language. */
export function ItemTexts({ draft, set, error, disabled, language }: ItemFields & { language: Language }) {
  const { t } = useTranslation("adminItems");
  return (
    <div className={css.stack}>
      <NameField
        name="name"
        label={t("fields.name")}
        value={draft.name}
        language={language}
        disabled={disabled}
        error={error}
        onChange={(name) => set({ name })}
      />
      <TextArea
        name="description"
        label={t("fields.description")}
        value={draft.description?.[language] ?? ""}
        disabled={disabled}
        error={error(`description.${language}`)}
        onChange={(text) => set({ description: withText(draft.description, language, text) })}
      />
      <TextArea
        name="toc"
        label={t("fields.toc")}
        rows={3}
        value={draft.toc?.[language] ?? ""}
        disabled={disabled}
        error={error(`toc.${language}`)}
        onChange={(text) => set({ toc: withText(draft.toc, language, text) })}
      />
      <PictureField
        label={t("fields.image")}
        aspect={TILE}
        value={draft.image ?? ""}
        disabled={disabled}
        error={error("image")}
        onChange={(image) => set({ image })}
      />
    </div>
  );
}
