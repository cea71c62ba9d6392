import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { noonOf } from "../../../api/outlook";
import { ApiProblem } from "../../../api/problem";
import type { components } from "../../../api/schema";
import { formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Switch } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import { FormDialog } from "../../kit/AdminDialog";
import { allOf, partners } from "../../kit/editor/kinds";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { Moment, Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { factorsQuery, isEntered, versionInForce } from "../carbon/carbon";
import { outletsQuery } from "../outlets/outlets";
import css from "./Rules.module.css";

type TriedBill = components["schemas"]["TriedBill"];

interface Bill extends Record<string, string> {
  partner: string;
  outlet: string;
  member: string;
  amount: string;
  at: string;
  /** A carbon factor of which the cashier enters a quantity, or empty. */
  factor: string;
  quantity: string;
}

const BLANK: Bill = { partner: "", outlet: "", member: "", amount: "80", at: "", factor: "", quantity: "1" };

/** A bill at any hour and outlet: what it would earn by the rules that are on, without giving anything. */
export function TryBillDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const say = useErrorText();
  const [card, setCard] = useState(false);
  // The answer belongs to the bill that was asked for: any change removes it.
  const [answer, setAnswer] = useState<{ bill: Bill; card: boolean; gives?: TriedBill; error?: unknown }>();
  const form = useForm<Bill, "required">({
    initial: BLANK,
    check: ({ partner, member, amount, factor, quantity }) => ({
      ...(partner ? {} : { partner: "required" }),
      ...(member.trim() ? {} : { member: "required" }),
      ...(Number(amount) > 0 ? {} : { amount: "required" }),
      ...(factor === "" || Number(quantity) > 0 ? {} : { quantity: "required" }),
    }),
    submit: async (bill) => {
      setAnswer(undefined);
      try {
        const gives = await call("post", "/api/admin/earning-rules/bill", {
          body: {
            partner: bill.partner,
            member: bill.member.trim(),
            amountHkd: bill.amount,
            enjoyCard: card,
            ...(bill.outlet && { outlet: bill.outlet }),
            ...(bill.at && { at: bill.at }),
            ...(bill.factor && { carbon: [{ factorId: bill.factor, quantity: bill.quantity }] }),
          },
        });
        setAnswer({ bill, card, gives });
      } catch (failure) {
        setAnswer({ bill, card, error: failure });
      }
    },
  });
  const { partner } = form.values;
  const known = useQuery(allOf(partners)).data ?? [];
  const outlets = useQuery({ ...outletsQuery(partner), enabled: partner !== "" }).data ?? [];
  const wrong = (name: "partner" | "member" | "amount" | "quantity") =>
    form.error(name) && t(`tryBill.required.${name}`);
  const shown = answer?.bill === form.values && answer.card === card ? answer : undefined;
  const refused = fieldErrors(shown?.error).carbon;
  return (
    <FormDialog
      title={t("tryBill.title")}
      submit={t("tryBill.submit")}
      busy={form.busy && t("tryBill.busy")}
      wide
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p className={css.two}>{t("tryBill.text")}</p>
      <Select<string>
        {...form.field("partner")}
        label={t("tryBill.partner")}
        required
        error={wrong("partner")}
        options={[
          { value: "", label: t("tryBill.choose") },
          ...known.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
        ]}
        onChange={(value) => {
          form.set("partner", value);
          form.set("outlet", "");
          form.set("factor", "");
        }}
      />
      {outlets.length > 0 && (
        <Select<string>
          {...form.field("outlet")}
          label={t("tryBill.outlet")}
          options={[
            { value: "", label: t("tryBill.noOutlet") },
            ...outlets.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
          ]}
        />
      )}
      <Field
        {...form.field("member")}
        label={t("tryBill.member")}
        required
        autoComplete="off"
        error={wrong("member")}
      />
      <NumberField
        {...form.field("amount")}
        label={t("tryBill.amount")}
        required
        decimal
        most={12}
        error={wrong("amount")}
      />
      <Moment {...form.field("at")} label={t("tryBill.at")} hint={t("tryBill.atHint")} />
      <Switch name="card" checked={card} onChange={setCard}>
        {t("tryBill.card")}
      </Switch>
      <EnteredUnits form={form} wrong={wrong("quantity")} problem={refused && shown?.error} />
      <div role="status">{shown?.gives && <Gives of={shown.gives} />}</div>
      {shown?.error !== undefined && !refused && <Note tone="plum">{say(shown.error)}</Note>}
    </FormDialog>
  );
}

interface EnteredUnitsProps {
  form: Pick<ReturnType<typeof useForm<Bill, "required">>, "field" | "set" | "values">;
  wrong: string | undefined;
  /** The refusal of what is entered here. */
  problem: unknown;
}

/**
 * The factor and the quantity that the cashier enters with the bill, so that a rule that gives points for
 * each unit can be tried.
 */
function EnteredUnits({ form, wrong, problem }: EnteredUnitsProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const say = useErrorText();
  const { partner, factor } = form.values;
  const factors = (useQuery(factorsQuery()).data ?? []).filter(
    ({ unit, inForce, partnerId }) =>
      isEntered(unit) && inForce !== undefined && (!partnerId || !partner || partnerId === partner),
  );
  const chosen = factors.find(({ _id }) => _id === factor);
  if (factors.length === 0) return null;
  // Only a quantity can be out of bounds; all else is wrong about the factor.
  const ofQuantity = problem instanceof ApiProblem && problem.code === "invalid_value";
  const current = chosen && versionInForce(chosen);
  return (
    <>
      <Select<string>
        {...form.field("factor")}
        label={t("tryBill.factor")}
        error={problem && !ofQuantity ? say(problem) : undefined}
        options={[
          { value: "", label: t("tryBill.noFactor") },
          ...factors.map((one) => {
            const version = versionInForce(one);
            return { value: one._id, label: version ? localized(version.name, language) : t("says.factor") };
          }),
        ]}
      />
      {factor !== "" && (
        <NumberField
          {...form.field("quantity")}
          label={t("tryBill.quantity")}
          hint={current && t("tryBill.most", { most: current.most })}
          required
          decimal
          most={8}
          error={problem && ofQuantity ? say(problem) : wrong}
        />
      )}
    </>
  );
}

function Gives({ of: { points, lines } }: { of: TriedBill }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  return (
    <dl className={css.till}>
      {lines.map(({ kind, rule, name, points: part, limitedBy, pendingUntil }) => (
        <div key={rule ?? kind}>
          <dt>
            {name ? localized(name, language) : t(kind === "card" ? "tryBill.byCard" : "preview.base")}
            {limitedBy && <span className={css.two}>{t(`limits.${limitedBy}`)}</span>}
            {pendingUntil && (
              <span className={css.two}>
                {t("tryBill.waits", { day: formatDay(noonOf(pendingUntil), language) })}
              </span>
            )}
          </dt>
          {/* A rule that only lets points wait adds none. */}
          <dd>
            {rule && part === 0 && pendingUntil ? "–" : rule ? `+${formatPoints(part)}` : formatPoints(part)}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t("preview.gives")}</dt>
        <dd>{formatPoints(points)}</dd>
      </div>
    </dl>
  );
}
