import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatChange, formatPoints } from "../../i18n/format";
import { showToast } from "../../kit/dialog/Toaster";
import { Segment } from "../../kit/form/Segment";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "../kit/AdminDialog";
import { tellApprovalNeeded, useErrorText } from "../kit/errorText";
import { NumberField } from "../kit/NumberField";
import { ReasonField } from "../kit/ReasonField";
import { useMay } from "../session";
import css from "./Members.module.css";
import { type AdminMember, adjust, memberChanged } from "./members";
import { fullName } from "./names";

/** Beyond this, a JavaScript number is not exact. */
const MOST = Number.MAX_SAFE_INTEGER;

/** Adds or removes points with a reason for the member to read. Support proposes, another person decides. */
export function AdjustDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMembers");
  const proposes = !useMay("adjustPoints");
  const [way, setWay] = useState<"give" | "take">("give");
  const [error, setError] = useState<unknown>();
  const say = useErrorText();
  const name = fullName(member);
  const signed = (amount: string) => (way === "give" ? Number(amount) : -Number(amount));
  const form = useForm<{ amount: string; reason: string }, "amount" | "tooMuch" | "reason">({
    initial: { amount: "", reason: "" },
    check: ({ amount, reason }) => ({
      ...(Number(amount) > 0 && Number(amount) <= MOST
        ? way === "take" && Number(amount) > member.points
          ? { amount: "tooMuch" }
          : {}
        : { amount: "amount" }),
      ...(reason.trim() ? {} : { reason: "reason" }),
    }),
    submit: async ({ amount, reason }) => {
      setError(undefined);
      try {
        await adjust(member._id, signed(amount), reason.trim());
        showToast(t("adjust.done", { change: formatChange(signed(amount)), name }));
        memberChanged();
        onClose();
      } catch (failure) {
        if (tellApprovalNeeded(failure)) onClose();
        else setError(failure);
      }
    },
  });
  const wrong = form.error("amount");
  const change = signed(form.values.amount || "0");
  const [open, act] = proposes
    ? (["adjust.propose", "adjust.proposeSubmit"] as const)
    : (["adjust.open", "adjust.submit"] as const);
  const submit = change === 0 ? t(open) : t(act, { change: formatChange(change) });
  return (
    <FormDialog
      title={t(proposes ? "adjust.proposeTitle" : "adjust.title", { name })}
      submit={submit}
      kind="points"
      busy={form.busy && t(proposes ? "adjust.proposing" : "adjust.busy")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      {proposes && <Note>{t("adjust.proposeText")}</Note>}
      <Segment<"give" | "take">
        block
        label={t("adjust.way")}
        options={[
          { value: "give", label: t("adjust.give") },
          { value: "take", label: t("adjust.take") },
        ]}
        chosen={way}
        onChoose={setWay}
      />
      <NumberField
        {...form.field("amount")}
        label={t("adjust.amount")}
        required
        most={16}
        error={wrong && t(wrong === "tooMuch" ? "adjust.tooMuch" : "adjust.amountRequired")}
      />
      <ReasonField
        {...form.field("reason")}
        hint={t("reasonHint")}
        missing={form.error("reason") !== undefined}
      />
      <p className={css.result}>
        <span>{t("adjust.after")}</span>
        {/* An impossible balance is not shown. */}
        <b>{member.points + change < 0 ? "–" : formatPoints(member.points + change)}</b>
      </p>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
