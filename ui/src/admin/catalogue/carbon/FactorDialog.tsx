import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { DayInput } from "../../kit/DayInput";
import { allOf, partners } from "../../kit/editor/kinds";
import { tidyText, withText } from "../../kit/editor/localized";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { useAction } from "../../kit/useAction";
import { today } from "../../money/reports/reports";
import { addFactor, addVersion, carbonChanged, type Factor, isEntered, UNITS, type Unit } from "./carbon";

interface FactorDialogProps {
  /** The factor that gets a new version; a new factor without it. */
  factor?: Factor;
  onClose(): void;
}

/** The form of a new factor, or of a new version of one. */
export function FactorDialog({ factor, onClose }: FactorDialogProps) {
  const { t } = useTranslation("adminCarbon");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const say = useErrorText();
  const newest = factor?.versions[0];
  const [unit, setUnit] = useState<Unit | "">(factor?.unit ?? "");
  const [partner, setPartner] = useState(factor?.partnerId ?? "");
  const [name, setName] = useState(newest?.name ?? { en: "" });
  const [grams, setGrams] = useState(newest?.grams ?? "");
  const [most, setMost] = useState(newest && isEntered(unit) ? newest.most : "");
  const [source, setSource] = useState(newest?.source ?? "");
  const [year, setYear] = useState(newest?.sourceYear?.toString() ?? "");
  const [link, setLink] = useState(newest?.sourceLink ?? "");
  const [from, setFrom] = useState(today());
  const [tried, setTried] = useState(false);
  const { busy, error, run } = useAction();
  const known = useQuery(allOf(partners)).data ?? [];
  const sound =
    name.en.trim() !== "" && unit !== "" && Number(grams) > 0 && source.trim() !== "" && from >= today();
  const told = fieldErrors(error);
  const missing = (
    bad: boolean,
    why: "required" | "unitMissing" | "sourceMissing" | "yearMissing" = "required",
  ) => (tried && bad ? t(why) : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!sound || !year) return;
    const version = {
      name: tidyText(name),
      grams,
      ...(isEntered(unit) && most ? { most } : {}),
      source,
      sourceYear: Number(year),
      ...(link ? { sourceLink: link } : {}),
      from,
    };
    void run(async () => {
      if (factor && newest) await addVersion(factor._id, newest.version, version);
      else await addFactor({ unit, ...(partner ? { partnerId: partner } : {}), ...version });
      await carbonChanged();
      onClose();
      showToast(t(factor ? "versionAdded" : "added"));
    });
  };
  return (
    <FormDialog
      wide
      title={factor ? t("newVersionOf", { name: localized(newest?.name ?? { en: "" }, language) }) : t("add")}
      submit={t("keep")}
      busy={busy && t("busy")}
      onClose={onClose}
      onSubmit={send}
    >
      <div className={css.stack}>
        {factor ? (
          <p className={css.soft}>{t("staysText")}</p>
        ) : (
          <div className={css.grid2}>
            <Select<string>
              name="partnerId"
              label={t("partner")}
              value={partner}
              options={[
                { value: "", label: t("everywhere") },
                ...known.map(({ _id, name: words }) => ({ value: _id, label: localized(words, language) })),
              ]}
              onChange={setPartner}
            />
            <Select<Unit | "">
              name="unit"
              label={t("unit")}
              value={unit}
              options={[
                ...(unit === "" ? [{ value: "" as const, label: t("choose") }] : []),
                ...UNITS.map((one) => ({ value: one, label: t(`units.${one}`) })),
              ]}
              error={missing(unit === "", "unitMissing")}
              onChange={setUnit}
            />
          </div>
        )}
        {LANGUAGES.map((one) => (
          <Field
            key={one}
            name={`name.${one}`}
            label={t("nameIn", { language: common(`languages.${one}`) })}
            value={name[one] ?? ""}
            required={one === "en"}
            maxLength={120}
            error={one === "en" ? missing(name.en.trim() === "") : undefined}
            onChange={(text) => setName(withText(name, one, text))}
          />
        ))}
        <div className={css.grid2}>
          <NumberField
            name="grams"
            label={t("gramsOne")}
            value={grams}
            decimal
            most={10}
            required
            error={missing(!(Number(grams) > 0))}
            onChange={setGrams}
          />
          {isEntered(unit) && (
            <NumberField
              name="most"
              label={t("most")}
              hint={t("mostHint")}
              value={most}
              decimal={unit !== "action"}
              most={8}
              error={told.most}
              onChange={setMost}
            />
          )}
        </div>
        <div className={css.grid2}>
          <Field
            name="source"
            label={t("source")}
            hint={t("sourceHint")}
            value={source}
            maxLength={200}
            required
            error={missing(source.trim() === "", "sourceMissing") ?? told.source}
            onChange={setSource}
          />
          <NumberField
            name="sourceYear"
            label={t("year")}
            hint={t("yearHint")}
            value={year}
            most={4}
            required
            error={missing(year === "", "yearMissing") ?? told.sourceYear}
            onChange={setYear}
          />
        </div>
        <Field
          name="sourceLink"
          label={t("link")}
          value={link}
          inputMode="url"
          error={told.sourceLink}
          placeholder="https://"
          onChange={setLink}
        />
        <DayInput label={t("from")} value={from} min={today()} onChange={setFrom} />
        {tried && from < today() && <Note tone="plum">{t("dayPassed")}</Note>}
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
