import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { usePartnerTypeName } from "../../../shared/partnerTypes";
import { WEEKDAYS, weekdayName } from "../../../shared/weekdays";
import { AdminDialog } from "../../kit/AdminDialog";
import { Table } from "../../kit/DataTable";
import { allOf, partners } from "../../kit/editor/kinds";
import { segmentsQuery } from "../../members/segments/segments";
import { formatHkd } from "../../money/reports/reports";
import { factorsQuery } from "../carbon/carbon";
import { outletsQuery } from "../outlets/outlets";
import { useLevelNames } from "../tiers/useLevelNames";
import { formOf, listOf, type RuleForm } from "./form";
import type { Version } from "./rules";

const CHOICES = [
  "bonus",
  "of",
  "rounding",
  "enjoyCard",
  "granted",
  "occasion",
  "at",
  "window",
  "budget",
  "stacking",
  "pending",
  "pendingBy",
] as const;
const LANGUAGES = ["en", "zh", "zhhk"] as const;

interface CompareDialogProps {
  on: Version;
  draft: Version;
  onClose(): void;
}

interface Row {
  field: string;
  label: string;
  was: string;
  is: string;
}

/** The changes of a draft to the version that is on, value by value. */
export function CompareDialog({ on, draft, onClose }: CompareDialogProps) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const [before, after] = [formOf(on.rule), formOf(draft.rule)];
  const words = useValueWords([...listOf(before.partners), ...listOf(after.partners)]);
  const names = LANGUAGES.map((one) => ({
    field: `name.${one}`,
    label: `${t("fields.name")}, ${common(`languages.${one}`)}`,
    was: on.rule.name[one] ?? "",
    is: draft.rule.name[one] ?? "",
  }));
  const values = FIELDS.map((field) => ({
    field,
    label: t(`fields.${field}`),
    differs: chosenOf(field, before) !== chosenOf(field, after),
    was: applies(field, before) ? words(field, before) : "",
    is: applies(field, after) ? words(field, after) : "",
  })).filter(({ differs }) => differs);
  const rows: Row[] = [...names.filter(({ was, is }) => was !== is), ...values];
  const heading = { on: on.version, draft: draft.version };
  return (
    <AdminDialog
      title={t("compare.title", heading)}
      wide
      onClose={onClose}
      actions={
        <Button small onClick={onClose}>
          {common("done")}
        </Button>
      }
    >
      {rows.length === 0 ? (
        <p>{t("compare.same")}</p>
      ) : (
        <Table<Row>
          label={t("compare.title", heading)}
          rows={rows}
          rowKey={({ field }) => field}
          columns={[
            { key: "field", head: t("compare.field"), cell: ({ label }) => label },
            {
              key: "was",
              head: t("v", { version: on.version }),
              cell: ({ was }) => was || t("compare.none"),
            },
            {
              key: "is",
              head: t("v", { version: draft.version }),
              cell: ({ is }) => <b>{is || t("compare.none")}</b>,
            },
          ]}
        />
      )}
    </AdminDialog>
  );
}

const FIELDS = [
  ...CHOICES,
  "factor",
  "points",
  "eachHkd",
  "factorId",
  "from",
  "until",
  "weekdays",
  "hoursFrom",
  "hoursUntil",
  "partners",
  "partnerTypes",
  "outlets",
  "minimumBillHkd",
  "segment",
  "level",
  "n",
  "repeats",
  "withinDays",
  "perReceipt",
  "perMember",
  "perMemberDay",
  "perDay",
  "perRule",
  "budgetAmount",
  "priority",
  "pendingDays",
  "pendingUntil",
] as const;
type Field = (typeof FIELDS)[number];

/**
 * Returns whether a value of the form is part of the rule. A form also keeps the values of choices that are
 * not made.
 */
function applies(field: Field, form: RuleForm): boolean {
  switch (field) {
    case "factor":
    case "of":
      return form.bonus === "multiplier";
    case "points":
      return form.bonus !== "multiplier" && form.bonus !== "none";
    case "eachHkd":
      return form.bonus === "perAmount";
    case "factorId":
      return form.bonus === "perUnit";
    case "n":
    case "repeats":
      return form.occasion === "nthPurchase";
    case "at":
      return form.occasion === "nthPurchase" || form.occasion === "firstPurchase";
    case "withinDays":
      return form.occasion === "welcome";
    case "window":
      return form.occasion === "birthday";
    case "budgetAmount":
      return form.budget !== "none";
    case "pendingBy":
      return form.pending !== "none";
    case "pendingDays":
      return form.pending !== "none" && form.pendingBy === "days";
    case "pendingUntil":
      return form.pending !== "none" && form.pendingBy === "until";
    default:
      return true;
  }
}

/** A whole number as it is shown, or nothing for an empty field. */
const grouped = (typed: string) => typed && formatPoints(Number(typed));

const chosenOf = (field: Field, form: RuleForm) => (applies(field, form) ? form[field] : undefined);

/** `concerned` are the ids of the partners whose outlets the values may name. */
function useValueWords(concerned: readonly string[]) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const known = useQuery(allOf(partners)).data ?? [];
  const segments = useQuery(segmentsQuery()).data ?? [];
  const typeName = usePartnerTypeName();
  const partnerName = (id: string) => {
    const found = known.find(({ _id }) => _id === id);
    return found ? localized(found.name, language) : t("says.partner");
  };
  const factors = useQuery(factorsQuery()).data ?? [];
  const levels = useLevelNames();
  const outlets = useQueries({ queries: [...new Set(concerned)].map((id) => outletsQuery(id)) }).flatMap(
    ({ data }) => data ?? [],
  );
  return (field: Field, form: RuleForm): string => {
    const choice = CHOICES.find((one) => one === field);
    if (choice) return t(`choices.${choice}.${form[choice]}` as "choices.bonus.fixed");
    switch (field) {
      case "from":
      case "until":
      case "pendingUntil":
        return form[field] && formatDay(noonOf(form[field]), language);
      case "weekdays":
        return WEEKDAYS.filter((day) => listOf(form.weekdays).includes(day))
          .map((day) => weekdayName(day, language))
          .join(t("says.and"));
      case "partners":
        return listOf(form.partners).map(partnerName).join(t("says.comma"));
      case "partnerTypes":
        return listOf(form.partnerTypes).map(typeName).join(t("says.comma"));
      case "outlets": {
        const ids = listOf(form.outlets);
        const names = ids.flatMap((id) => outlets.find(({ _id }) => _id === id)?.name ?? []);
        // Until all names are known, their number is shown.
        if (names.length < ids.length) return t("says.outlets", { count: ids.length });
        return names.map((name) => localized(name, language)).join(t("says.comma"));
      }
      case "budgetAmount":
        return form.budget === "hkd" ? formatHkd(form.budgetAmount) : grouped(form.budgetAmount);
      case "points":
      case "n":
      case "withinDays":
      case "perReceipt":
      case "perMember":
      case "perMemberDay":
      case "perDay":
      case "perRule":
      case "pendingDays":
        return grouped(form[field]);
      case "segment":
        return segments.find(({ _id }) => _id === form.segment)?.name ?? form.segment;
      case "level": {
        const found = levels[Number(form.level) - 1];
        return found ? localized(found, language) : form.level && t("form.otherLevel", { level: form.level });
      }
      case "factorId": {
        const name = factors.find(({ _id }) => _id === form.factorId)?.versions[0]?.name;
        return name ? localized(name, language) : t("says.factor");
      }
      case "repeats":
        return form.repeats ? t("compare.yes") : "";
      default:
        return String(form[field]);
    }
  };
}
