import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Check } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { fieldErrors, tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { Select, TextArea } from "../../kit/Inputs";
import { useAction } from "../../kit/useAction";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import own from "./Claims.module.css";
import { type AdminClaim, approveClaim, claimDecided, REASONS, type Reason, refuseClaim } from "./claims";

/** The two answers to a claim. After one of them the queue opens. */
export function DecideForm({ claim }: { claim: AdminClaim }) {
  const navigate = useNavigate();
  const leave = (words: string) => {
    showToast(words);
    claimDecided();
    navigate(adminPaths.claims);
  };
  return (
    <>
      <Approve claim={claim} onDone={leave} />
      <Refuse claim={claim} onDone={leave} />
    </>
  );
}

interface AnswerProps {
  claim: AdminClaim;
  onDone(words: string): void;
}

function Approve({ claim, onDone }: AnswerProps) {
  const { t } = useTranslation("adminClaims");
  const say = useErrorText();
  const proposes = !useMay("adjustPoints");
  const [amountHkd, setAmount] = useState(claim.amountHkd);
  const [receipt, setReceipt] = useState(claim.receipt ?? "");
  const [enjoyCard, setCard] = useState(false);
  const { busy, error, run } = useAction();
  const refused = fieldErrors(error);
  const used = claim.findings.includes("receipt_used") && receipt === claim.receipt;
  // The server computes the points of a corrected amount.
  const known = amountHkd === claim.amountHkd;
  const points = claim.points + (enjoyCard ? claim.extraPoints : 0);
  const approve = () =>
    run(async () => {
      try {
        const done = await approveClaim(claim._id, { amountHkd, receipt: receipt.trim(), enjoyCard });
        onDone(t("approve.done", { count: done.points, points: formatPoints(done.points) }));
      } catch (failure) {
        if (!tellApprovalNeeded(failure)) throw failure;
        claimDecided();
      }
    });
  return (
    <form
      className={css.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void approve();
      }}
    >
      <h2>{t("approve.title")}</h2>
      <p className={own.points}>{known ? `+${formatPoints(points)}` : "–"}</p>
      <p className={css.soft}>{t("approve.rule")}</p>
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
      {claim.extraPoints > 0 && (
        <Check name="enjoyCard" checked={enjoyCard} onChange={setCard}>
          {t("approve.card", { points: formatPoints(claim.extraPoints) })}
        </Check>
      )}
      {proposes && <Note>{t("approve.proposeText")}</Note>}
      {used && <Note tone="pollen">{t("approve.used")}</Note>}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <Button type="submit" kind="points" small block disabled={used} busy={busy && t("approve.busy")}>
        {proposes
          ? t("approve.propose")
          : known
            ? t("approve.submit", { count: points, points: formatPoints(points) })
            : t("approve.title")}
      </Button>
    </form>
  );
}

function Refuse({ claim, onDone }: AnswerProps) {
  const { t } = useTranslation("adminClaims");
  const say = useErrorText();
  const [reason, setReason] = useState<Reason>("not_found");
  const [reply, setReply] = useState("");
  const { busy, error, run } = useAction();
  const refuse = () =>
    run(async () => {
      await refuseClaim(claim._id, reason, reply.trim());
      onDone(t("refuse.done", { number: claim.number }));
    });
  return (
    <form
      className={css.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void refuse();
      }}
    >
      <h2>{t("refuse.title")}</h2>
      <Select<Reason>
        name="reason"
        label={t("refuse.reason")}
        hint={t("refuse.reasonHint")}
        value={reason}
        options={REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
        onChange={setReason}
      />
      <TextArea
        name="reply"
        label={t("refuse.reply")}
        aside={reason === "other" ? undefined : t("optional")}
        required={reason === "other"}
        rows={3}
        maxLength={500}
        value={reply}
        onChange={setReply}
        error={fieldErrors(error).reply}
      />
      {error !== undefined && !fieldErrors(error).reply && <Note tone="plum">{say(error)}</Note>}
      <Button type="submit" kind="refuse" small block busy={busy && t("refuse.busy")}>
        {t("refuse.title")}
      </Button>
    </form>
  );
}
