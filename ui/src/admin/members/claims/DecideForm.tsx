import { type RefObject, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { queryClient } from "../../../api/queries";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Check } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { fieldErrors, tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { Select, TextArea } from "../../kit/Inputs";
import { useLetterKeys } from "../../kit/keys";
import { useAction } from "../../kit/useAction";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { useTake } from "./Assign";
import own from "./Claims.module.css";
import {
  type AdminClaim,
  approveClaim,
  claimDecided,
  placeQuery,
  REASONS,
  type Reason,
  refuseClaim,
} from "./claims";
import { Key } from "./Key";

/** The two answers to a claim. After one of them the next claim opens that waits and that nobody else has. */
export function DecideForm({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  const navigate = useNavigate();
  const take = useTake();
  const approve = useRef<HTMLFormElement>(null);
  const refuse = useRef<HTMLFormElement>(null);
  useLetterKeys({
    a: () => approve.current?.requestSubmit(),
    r: () => refuse.current?.requestSubmit(),
    m: () => take([claim._id]),
  });
  const leave = async (words: string) => {
    claimDecided();
    const place = await queryClient
      .fetchQuery({ ...placeQuery(claim._id), staleTime: 0 })
      .catch(() => undefined);
    showToast(place && !place.free ? `${words} ${t("noneLeft")}` : words);
    navigate(place?.free ? recordPath(adminPaths.claims, place.free) : adminPaths.claims);
  };
  return (
    <>
      <Approve claim={claim} form={approve} onDone={leave} />
      <Refuse claim={claim} form={refuse} onDone={leave} />
    </>
  );
}

interface AnswerProps {
  claim: AdminClaim;
  form: RefObject<HTMLFormElement | null>;
  onDone(words: string): Promise<void>;
}

function Approve({ claim, form, onDone }: AnswerProps) {
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
      <p className={own.points}>{known ? `+${formatPoints(points)}` : "–"}</p>
      <p className={`${css.soft} ${own.rule}`}>{t("approve.rule")}</p>
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
        <Key of="A" />
      </Button>
    </form>
  );
}

function Refuse({ claim, form, onDone }: AnswerProps) {
  const { t } = useTranslation("adminClaims");
  const say = useErrorText();
  const [reason, setReason] = useState<Reason | "">("");
  const [missing, setMissing] = useState(false);
  const [reply, setReply] = useState("");
  const { busy, error, run } = useAction();
  const refuse = () => {
    if (!reason) {
      setMissing(true);
      form.current?.querySelector("select")?.focus();
      return;
    }
    return run(async () => {
      await refuseClaim(claim._id, reason, reply.trim());
      await onDone(t("refuse.done", { number: claim.number }));
    });
  };
  return (
    <form
      ref={form}
      className={css.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void refuse();
      }}
    >
      <h2>{t("refuse.title")}</h2>
      {claim.askedAgain && <Note>{t("refuse.final")}</Note>}
      <Select<Reason | "">
        name="reason"
        label={t("refuse.reason")}
        hint={t("refuse.reasonHint")}
        required
        value={reason}
        options={[
          { value: "", label: t("refuse.choose") },
          ...REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        onChange={setReason}
        error={missing && !reason ? t("refuse.missing") : undefined}
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
        <Key of="R" />
      </Button>
    </form>
  );
}
