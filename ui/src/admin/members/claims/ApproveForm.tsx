import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Check } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { outletsQuery } from "../../catalogue/outlets/outlets";
import { fieldErrors, tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { Select } from "../../kit/Inputs";
import { useAction } from "../../kit/useAction";
import { useRested } from "../../kit/useRested";
import { useMay } from "../../session";
import own from "./Claims.module.css";
import {
  type AdminClaim,
  type Approval,
  approveClaim,
  type ClaimPreview,
  claimDecided,
  claimPreviewQuery,
} from "./claims";
import { Key } from "./Key";

export interface AnswerProps {
  claim: AdminClaim;
  form: RefObject<HTMLFormElement | null>;
  onDone(words: string): Promise<void>;
}

/**
 * The fields for the figures of the receipt, the points that these figures give, and the button that gives
 * the points.
 */
export function ApproveForm({ claim, form, onDone }: AnswerProps) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const say = useErrorText();
  const proposes = !useMay("adjustPoints");
  const [amountHkd, setAmount] = useState(claim.amountHkd);
  const [receipt, setReceipt] = useState(claim.receipt ?? "");
  const [enjoyCard, setCard] = useState(false);
  const [time, setTime] = useState("");
  const [outlet, setOutlet] = useState("");
  const outlets = useQuery(outletsQuery(claim.partner)).data ?? [];
  const { busy, error, run } = useAction();
  const purchase: Approval = {
    amountHkd,
    enjoyCard,
    ...(time.trim() && { time: time.trim() }),
    ...(outlet && { outlet }),
  };
  const asked = JSON.stringify(purchase);
  const settled = useRested(asked);
  const preview = useQuery(claimPreviewQuery(claim._id, settled));
  const gives = settled === asked ? preview.data : undefined;
  // The server's errors for the approval are more precise than those for the preview, so they come last.
  const refused = { ...fieldErrors(preview.error), ...fieldErrors(error) };
  const used = claim.findings.includes("receipt_used") && receipt === claim.receipt;
  const approve = () =>
    run(async () => {
      try {
        const done = await approveClaim(claim._id, { ...purchase, receipt: receipt.trim() });
        await onDone(t("approve.done", { count: done.points, points: formatPoints(done.points) }));
      } catch (failure) {
        if (!tellApprovalNeeded(failure)) throw failure;
        claimDecided();
      }
    });
  return (
    <form
      ref={form}
      className={css.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy && !used) void approve();
      }}
    >
      <h2>{t("approve.title")}</h2>
      <p className={own.points}>{gives ? `+${formatPoints(gives.points)}` : "–"}</p>
      {gives && <Lines of={gives} />}
      <p className={`${css.soft} ${own.rule}`}>
        {t("approve.rule", { day: formatDay(noonOf(claim.day), language) })}
      </p>
      <Field
        name="amountHkd"
        label={t("approve.amount")}
        affix="HK$"
        inputMode="decimal"
        autoComplete="off"
        verbatim
        value={amountHkd}
        onChange={setAmount}
        error={refused.amountHkd}
      />
      <Field
        name="receipt"
        label={t("receipt")}
        autoComplete="off"
        verbatim
        maxLength={64}
        value={receipt}
        onChange={setReceipt}
        error={refused.receipt}
      />
      <Field
        name="time"
        label={t("approve.time")}
        hint={t("approve.timeHint")}
        inputMode="numeric"
        autoComplete="off"
        verbatim
        maxLength={5}
        placeholder="13:05"
        value={time}
        onChange={setTime}
        error={refused.time}
      />
      {outlets.length > 0 && (
        <Select<string>
          name="outlet"
          label={t("approve.outlet")}
          value={outlet}
          options={[
            { value: "", label: t("approve.noOutlet") },
            ...outlets.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
          ]}
          onChange={setOutlet}
          error={refused.outlet}
        />
      )}
      {claim.extraPoints > 0 && (
        <Check name="enjoyCard" checked={enjoyCard} onChange={setCard}>
          {t("approve.card")}
        </Check>
      )}
      {proposes && <Note>{t("approve.proposeText")}</Note>}
      {used && <Note tone="pollen">{t("approve.used")}</Note>}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      {error === undefined && preview.isError && Object.keys(refused).length === 0 && (
        <Note tone="plum">{say(preview.error)}</Note>
      )}
      <Button type="submit" kind="points" small block disabled={used} busy={busy && t("approve.busy")}>
        {proposes
          ? t("approve.propose")
          : gives
            ? t("approve.submit", { count: gives.points, points: formatPoints(gives.points) })
            : t("approve.title")}
        <Key of="A" />
      </Button>
    </form>
  );
}

/** The parts of the points, if there is more than one. */
function Lines({ of: { lines } }: { of: ClaimPreview }) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  if (lines.length < 2) return null;
  return (
    <ul className={own.parts}>
      {lines.map(({ kind, rule, name, points }) => (
        <li key={rule ?? kind}>
          <span>
            {name ? localized(name, language) : t(`approve.by.${kind === "card" ? "card" : "base"}`)}
          </span>
          <span>{formatPoints(points)}</span>
        </li>
      ))}
    </ul>
  );
}
