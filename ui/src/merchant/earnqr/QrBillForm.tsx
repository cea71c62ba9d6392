import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Field } from "../../kit/form/Field";
import { Note } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import { amountHkd, earns, isOverfull, type Key, press, type Rates } from "../award/amount";
import { Because } from "../award/Because";
import { CarbonEntry } from "../award/CarbonEntry";
import { carbonFactorsQuery, isOverLimit, quantitiesOf, typedOf } from "../award/carbon";
import { EnjoyCard } from "../award/EnjoyCard";
import { useLeaveBill } from "../award/LeaveBill";
import { Sums } from "../award/Sums";
import { useBillKeys } from "../award/useBillKeys";
import css from "../Counter.module.css";
import { Keypad } from "../kit/Keypad";
import { useTillKeys } from "../kit/useTillKeys";
import { type QrBill, useQrPreview } from "./earnQr";

interface QrBillFormProps {
  rates: Rates;
  initial: QrBill | undefined;
  busy: boolean;
  refused: string | undefined;
  onBack(): void;
  onSubmit(bill: QrBill): void;
}

/** The bill of a customer who scans the screen, and the points that any member gets for it. */
export function QrBillForm({ rates, initial, busy, refused, onBack, onSubmit }: QrBillFormProps) {
  const { t } = useTranslation("counter");
  const [amount, setAmount] = useState(initial?.amountHkd ?? "");
  const [overfull, setOverfull] = useState(false);
  const [card, setCard] = useState(initial?.enjoyCard ?? false);
  const [receipt, setReceipt] = useState(initial?.receipt ?? "");
  const { data: factors } = useQuery(carbonFactorsQuery());
  const [carbonTyped, setCarbonTyped] = useState(() => typedOf(initial?.carbon));
  const carbon = quantitiesOf(factors, carbonTyped);
  const isCarbonRefused = factors?.some((factor) => isOverLimit(factor, carbonTyped[factor._id]));
  const sent = amountHkd(amount);
  const { preview, failed } = useQrPreview(
    sent && !isCarbonRefused ? { amountHkd: sent, enjoyCard: card, carbon } : undefined,
  );
  const points = preview?.points ?? earns(amount || "0", rates, card).points;
  const explains = preview?.lines.some(({ kind, pendingUntil }) => kind === "rule" || pendingUntil);
  const type = (key: Key) => {
    if (busy) return;
    setOverfull(isOverfull(amount, key));
    setAmount((before) => press(before, key));
  };
  useBillKeys(!busy, amount, type, (before) => {
    setAmount(before);
    setOverfull(false);
  });
  const ready = sent && points > 0 && !isCarbonRefused ? sent : undefined;
  const submit = () => ready && onSubmit({ amountHkd: ready, enjoyCard: card, receipt, carbon });
  const isTyped = amount !== "" || receipt !== "" || carbon.length > 0;
  const leaving = useLeaveBill(isTyped, onBack);
  useTillKeys(!busy, { Enter: submit, Escape: leaving.leave });
  // F2 goes to the other desk, but neither loses a typed bill nor leaves a link that is being made.
  useTillKeys(busy || isTyped, { F2: busy ? () => undefined : leaving.leave }, true);
  return (
    <section className={css.side} aria-label={t("award.amount")}>
      <div className={css.head}>
        <h2>{t("earnQr.title")}</h2>
        <Button kind="text" small disabled={busy} onClick={onBack}>
          {t("earnQr.back")}
        </Button>
      </div>
      {leaving.dialog}
      <Sums amount={amount} points={points} />
      {preview && explains && <Because lines={preview.lines} rates={rates} />}
      {points > 0 && <p className={classes(text.t5, text.soft)}>{t("earnQr.ownOfMember")}</p>}
      <EnjoyCard rates={rates} checked={card} disabled={busy} onChange={setCard} />
      <div className={css.keys}>
        <Keypad onPress={type} point />
      </div>
      <CarbonEntry factors={factors ?? []} typed={carbonTyped} disabled={busy} onChange={setCarbonTyped} />
      <Field
        name="receipt"
        label={t("award.receipt")}
        aside={t("award.optional")}
        value={receipt}
        onChange={setReceipt}
        autoComplete="off"
        maxLength={64}
        disabled={busy}
      />
      {overfull && <Note tone="pollen">{t("award.tooLarge")}</Note>}
      {sent && points === 0 && (preview || failed) && <Note tone="pollen">{t("award.tooSmall")}</Note>}
      {failed && <Note tone="pollen">{t("earnQr.previewFailed")}</Note>}
      {refused && <Note tone="plum">{refused}</Note>}
      <div className={classes(css.big, css.push)}>
        <Button
          kind="points"
          block
          disabled={!busy && !ready}
          busy={busy && t("earnQr.busy")}
          onClick={submit}
        >
          {t("earnQr.show")}
        </Button>
      </div>
    </section>
  );
}
