import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import type { ContentForm } from "../../kit/editor/ContentEditor";
import { PointsField } from "../../kit/editor/fields";
import { allOf, type Campaign, type CampaignInput, items } from "../../kit/editor/kinds";
import { nothing } from "../../kit/editor/localized";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { goalsQuery } from "../goals/goals";
import { blankGift, GIFTS } from "./form";

type Form = ContentForm<Campaign, CampaignInput>;

/** The fields of the gift for one scan: points, a coupon, a stamp, or progress to a level. */
export function GiftFields({ form }: { form: Form }) {
  const { t } = useTranslation("adminCampaigns");
  const { draft, set, error, disabled } = form;
  const kind = draft.gift?.kind ?? "points";
  return (
    <>
      <Select
        name="gift"
        label={t("fields.gift")}
        disabled={disabled}
        error={error("gift")}
        value={kind}
        options={GIFTS.map((value) => ({ value, label: t(`gifts.${value}`) }))}
        onChange={(chosen) => set({ gift: blankGift(chosen) })}
      />
      {kind === "points" && <PointsField form={form} name="points" most={12} />}
      {draft.gift?.kind === "item" && <Coupon form={form} chosen={draft.gift.item} />}
      {draft.gift?.kind === "stamp" && <Card form={form} chosen={draft.gift.goal} />}
      {draft.gift?.kind === "progress" && (
        <NumberField
          name="gift.amount"
          label={t("fields.amount")}
          hint={t("hints.amount")}
          disabled={disabled}
          required
          most={7}
          error={error("gift.amount")}
          value={draft.gift.amount > 0 ? String(draft.gift.amount) : ""}
          onChange={(typed) => set({ gift: { kind: "progress", amount: Number(typed) } })}
        />
      )}
    </>
  );
}

interface ChosenProps {
  form: Form;
  chosen: string;
}

function Coupon({ form: { set, error, disabled }, chosen }: ChosenProps) {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  const coupons = (useQuery(allOf(items)).data ?? []).filter(({ type }) => type === "coupon");
  return (
    <Select<string>
      name="gift.item"
      label={t("fields.item")}
      hint={t("hints.item")}
      disabled={disabled}
      required
      error={error("gift.item")}
      value={chosen}
      options={[
        { value: "", label: t("choose") },
        ...coupons.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
      ]}
      onChange={(item) => set({ gift: { kind: "item", item } })}
    />
  );
}

/** A goal that is on and counts purchases. */
function Card({ form: { set, error, disabled }, chosen }: ChosenProps) {
  const { t } = useTranslation("adminCampaigns");
  const language = useLanguage();
  const cards = (useQuery(goalsQuery()).data ?? []).flatMap(({ _id, live, versions }) => {
    const goal = versions.find(({ version }) => version === live)?.goal;
    const takes = goal?.counts === "purchases";
    return takes || _id === chosen ? [{ _id, name: goal?.name ?? versions[0]?.goal.name ?? nothing }] : [];
  });
  return (
    <Select<string>
      name="gift.goal"
      label={t("fields.goal")}
      hint={t("hints.goal")}
      disabled={disabled}
      required
      error={error("gift.goal")}
      value={chosen}
      options={[
        { value: "", label: t("choose") },
        ...cards.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
      ]}
      onChange={(goal) => set({ gift: { kind: "stamp", goal } })}
    />
  );
}
