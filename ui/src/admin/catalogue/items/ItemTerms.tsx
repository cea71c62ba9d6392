import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { ChoiceField, PointsField } from "../../kit/editor/fields";
import { allOf, partners } from "../../kit/editor/kinds";
import { PictureField } from "../../kit/editor/PictureField";
import { Select } from "../../kit/Inputs";
import type { ItemFields } from "./form";
import own from "./Items.module.css";

/** The fields for the type, the partner, the price and the code of an item. */
export function ItemTerms({ form }: ItemFields) {
  const { t } = useTranslation("adminItems");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  const { set, error, disabled, record } = form;
  const { content } = form.draft;
  return (
    <div className={own.terms}>
      <div className={css.grid3}>
        <ChoiceField
          form={record ? { ...form, disabled: true } : form}
          name="type"
          otherwise="coupon"
          options={(["coupon", "exchange"] as const).map((value) => ({ value, label: t(`types.${value}`) }))}
        />
        <ChoiceField
          form={form}
          name="partnerId"
          otherwise=""
          options={[
            { value: "", label: t("anyPartner") },
            ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
          ]}
        />
        <PointsField form={form} name="points" most={15} />
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
