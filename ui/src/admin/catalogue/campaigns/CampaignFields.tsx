import { useTranslation } from "react-i18next";
import { Radio } from "../../../kit/form/Choice";
import css from "../../admin.module.css";
import type { CampaignInput } from "../../kit/editor/kinds";
import { Validity } from "../../kit/editor/Validity";
import { NumberField } from "../../kit/NumberField";

interface CampaignFieldsProps {
  draft: CampaignInput;
  set(changes: Partial<CampaignInput>): void;
  error(field: string): string | undefined;
  disabled: boolean;
  isNew: boolean;
}

/** Maximum digits of a number of points or members. */
const MOST = 12;
/** An empty field means no limit. */
const limitOf = (typed: string) => (typed === "" ? -1 : Number(typed));
const shownLimit = (limit: number | undefined) => (limit === undefined || limit < 0 ? "" : String(limit));

/** Points, limits, period and kind of code. */
export function CampaignFields({ draft, set, error, disabled, isNew }: CampaignFieldsProps) {
  const { t } = useTranslation("adminCampaigns");
  return (
    <div className={css.stack}>
      <div className={css.grid3}>
        <NumberField
          name="points"
          label={t("fields.points")}
          required
          disabled={disabled}
          value={draft.points > 0 ? String(draft.points) : ""}
          most={MOST}
          error={error("points")}
          onChange={(points) => set({ points: Number(points) })}
        />
        <NumberField
          name="perMember"
          label={t("fields.perMember")}
          placeholder={t("noLimit")}
          disabled={disabled}
          value={shownLimit(draft.perMember)}
          most={MOST}
          error={error("perMember")}
          onChange={(typed) => set({ perMember: limitOf(typed) })}
        />
        <NumberField
          name="total"
          label={t("fields.total")}
          placeholder={t("noLimit")}
          disabled={disabled}
          value={shownLimit(draft.total)}
          most={MOST}
          error={error("total")}
          onChange={(typed) => set({ total: limitOf(typed) })}
        />
      </div>
      <Validity
        draft={draft}
        set={set}
        error={error}
        disabled={disabled}
        label={(end) => t(`fields.${end}`)}
        clock={t("hkt")}
      />
      {isNew && (
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
