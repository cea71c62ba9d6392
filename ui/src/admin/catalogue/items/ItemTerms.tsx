import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { allOf, partners } from "../../kit/editor/kinds";
import { PictureField } from "../../kit/editor/PictureField";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import type { ItemFields } from "./fields";
import own from "./Items.module.css";

/** How an item is settled, at which partner, and its price. */
export function ItemTerms({ draft, set, error, disabled, isNew }: ItemFields & { isNew: boolean }) {
  const { t } = useTranslation("adminItems");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  const { content } = draft;
  return (
    <div className={own.terms}>
      <div className={css.grid3}>
        <Select
          name="type"
          label={t("fields.type")}
          value={draft.type}
          disabled={disabled || !isNew}
          error={error("type")}
          options={(["coupon", "exchange"] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
          onChange={(type) => set({ type })}
        />
        <Select
          name="partnerId"
          label={t("fields.partnerId")}
          value={draft.partnerId ?? ""}
          disabled={disabled}
          error={error("partnerId")}
          options={[
            { value: "", label: t("anyPartner") },
            ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
          ]}
          onChange={(partnerId) => set({ partnerId })}
        />
        <NumberField
          name="points"
          label={t("fields.points")}
          required
          disabled={disabled}
          value={draft.points > 0 ? String(draft.points) : ""}
          most={15}
          error={error("points")}
          onChange={(points) => set({ points: Number(points) })}
        />
      </div>
      <div className={css.grid2}>
        <Select
          name="content"
          label={t("fields.content")}
          value={content.kind}
          disabled={disabled}
          hint={t(`kindHints.${content.kind}`)}
          error={error("content.kind")}
          options={(["generated", "pool", "image"] as const).map((value) => ({
            value,
            label: t(`kinds.${value}`),
          }))}
          onChange={(kind) => set({ content: { ...content, kind } })}
        />
        {content.kind !== "image" && (
          <Select
            name="format"
            label={t("fields.format")}
            value={content.format ?? "qrcode"}
            disabled={disabled}
            options={(["qrcode", "barCode"] as const).map((value) => ({
              value,
              label: t(`formats.${value}`),
            }))}
            onChange={(format) => set({ content: { ...content, format } })}
          />
        )}
      </div>
      {content.kind === "image" && (
        <PictureField
          label={t("fields.codeImage")}
          value={content.imgUrl ?? ""}
          disabled={disabled}
          error={error("content.imgUrl")}
          onChange={(imgUrl) => set({ content: { ...content, imgUrl } })}
        />
      )}
    </div>
  );
}
