import { useTranslation } from "react-i18next";
import { Radio } from "../../../kit/form/Choice";
import css from "../../admin.module.css";
import type { ContentForm } from "../../kit/editor/ContentEditor";
import { ValidityFields } from "../../kit/editor/fields";
import type { Campaign, CampaignInput } from "../../kit/editor/kinds";
import { NumberField } from "../../kit/NumberField";
import { GiftFields } from "./GiftFields";

/** Maximum digits of a number of points or members. */
const MOST = 12;
/** An empty field means no limit. */
const limitOf = (typed: string) => (typed === "" ? -1 : Number(typed));
const shownLimit = (limit: number | undefined) => (limit === undefined || limit < 0 ? "" : String(limit));

/** Points, limits, period and kind of code. */
export function CampaignFields({ form }: { form: ContentForm<Campaign, CampaignInput> }) {
  const { t } = useTranslation("adminCampaigns");
  const { draft, set, error, disabled, record } = form;
  return (
    <div className={css.stack}>
      <div className={css.grid3}>
        <GiftFields form={form} />
        {(["perMember", "total"] as const).map((name) => (
          <NumberField
            key={name}
            name={name}
            label={t(`fields.${name}`)}
            placeholder={t("noLimit")}
            disabled={disabled}
            value={shownLimit(draft[name])}
            most={MOST}
            error={error(name)}
            onChange={(typed) => set({ [name]: limitOf(typed) })}
          />
        ))}
      </div>
      <ValidityFields form={form} clock={t("hkt")} />
      {!record && (
        <div role="radiogroup" aria-label={t("fields.shared")}>
          {([true, false] as const).map((shared) => (
            <Radio
              key={String(shared)}
              wide
              name="shared"
              value={String(shared)}
              checked={draft.shared === shared}
              onChoose={() => set({ shared })}
            >
              {t(shared ? "kinds.sharedLong" : "kinds.singleLong")}
            </Radio>
          ))}
        </div>
      )}
    </div>
  );
}
