import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { Radio } from "../../../kit/form/Choice";
import css from "../../admin.module.css";
import { allOf, partners } from "../../kit/editor/kinds";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { countQuery, segmentsQuery } from "../segments/segments";
import type { Segment } from "./announcements";

interface SegmentFieldsProps {
  segment: Segment;
  disabled: boolean;
  error(field: string): string | undefined;
  onChange(segment: Segment): void;
}

/** Recipients: everyone, or by language, balance or partner. */
export function SegmentFields({ segment, disabled, error, onChange }: SegmentFieldsProps) {
  const { t } = useTranslation("adminAnnouncements");
  const { t: common } = useTranslation("admin");
  const shown = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  const saved = useQuery(segmentsQuery()).data ?? [];
  const chosen = saved.find(({ _id }) => _id === segment.segmentId);
  const counted = useQuery({
    ...countQuery(chosen?.conditions ?? { lines: [] }),
    enabled: chosen !== undefined,
  }).data;
  const [some, setSome] = useState(Object.keys(segment).length > 0);
  const set = (changes: { [K in keyof Segment]?: Segment[K] | undefined }) => {
    const { language, minPoints, maxPoints, partnerId, segmentId } = { ...segment, ...changes };
    // Empty conditions are left out.
    onChange({
      ...(language ? { language } : {}),
      ...(minPoints === undefined ? {} : { minPoints }),
      ...(maxPoints === undefined ? {} : { maxPoints }),
      ...(partnerId ? { partnerId } : {}),
      ...(segmentId ? { segmentId } : {}),
    });
  };
  const points = (name: "minPoints" | "maxPoints") => (
    <NumberField
      name={name}
      label={t(`whom.${name}`)}
      value={segment[name] === undefined ? "" : String(segment[name])}
      most={12}
      disabled={disabled}
      error={error(`segment.${name}`)}
      onChange={(text) => set({ [name]: text === "" ? undefined : Number(text) })}
    />
  );
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("whom.title")}</h2>
      </div>
      <div role="radiogroup" aria-label={t("whom.title")}>
        {([false, true] as const).map((choice) => (
          <Radio
            key={String(choice)}
            wide
            name="whom"
            value={String(choice)}
            checked={some === choice}
            disabled={disabled}
            onChoose={() => {
              setSome(choice);
              if (!choice) onChange({});
            }}
          >
            {t(choice ? "whom.some" : "whom.everyone")}
          </Radio>
        ))}
      </div>
      {some && (
        <div className={css.grid2}>
          <Select<string>
            name="segmentId"
            label={t("whom.segment")}
            value={segment.segmentId ?? ""}
            disabled={disabled}
            error={error("segment.segmentId")}
            hint={
              chosen && counted
                ? t("whom.reach", { count: counted.members, members: formatPoints(counted.members) })
                : undefined
            }
            options={[
              { value: "", label: t("whom.anySegment") },
              ...saved.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={(segmentId) => set({ segmentId: segmentId || undefined })}
          />
          <Select<string>
            name="language"
            label={t("whom.language")}
            value={segment.language ?? ""}
            disabled={disabled}
            options={[
              { value: "", label: t("whom.anyLanguage") },
              ...LANGUAGES.map((value) => ({ value, label: common(`languages.${value}`) })),
            ]}
            onChange={(value) => set({ language: LANGUAGES.find((one) => one === value) })}
          />
          <Select<string>
            name="partnerId"
            label={t("whom.partner")}
            value={segment.partnerId ?? ""}
            disabled={disabled}
            error={error("segment.partnerId")}
            options={[
              { value: "", label: t("whom.anyPartner") },
              ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, shown) })),
            ]}
            onChange={(partnerId) => set({ partnerId: partnerId || undefined })}
          />
          {points("minPoints")}
          {points("maxPoints")}
        </div>
      )}
    </section>
  );
}
