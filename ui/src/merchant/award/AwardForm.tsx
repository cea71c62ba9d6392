import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatShortId } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Field } from "../../kit/form/Field";
import { CouponIcon } from "../../kit/icons/icons-member";
import { Avatar } from "../../kit/screen/Avatar";
import { Note } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "../Counter.module.css";
import { CardCoupons } from "../card/CardCoupons";
import { Keypad } from "../kit/Keypad";
import { OfflineNote } from "../kit/OfflineNote";
import type { Draft, Found, HandOver } from "../kit/orders";
import type { Sending } from "../kit/useSending";
import { useTillKeys } from "../kit/useTillKeys";
import { amountHkd, earns, isOverfull, type Key, press, type Rates } from "./amount";
import { Because } from "./Because";
import { CarbonEntry } from "./CarbonEntry";
import { carbonFactorsQuery, isOverLimit, quantitiesOf, typedOf } from "./carbon";
import { EnjoyCard } from "./EnjoyCard";
import { useLeaveBill } from "./LeaveBill";
import { Sums } from "./Sums";
import { useAwardPreview } from "./useAwardPreview";
import { useBillKeys } from "./useBillKeys";

export type Purchase = Pick<Draft, "amountHkd" | "enjoyCard" | "receipt" | "carbon">;

interface AwardFormProps {
  member: Found;
  rates: Rates;
  by: string;
  initial: Draft | undefined;
  /** A coupon handover that was open when the cashier left the counter. */
  handOver: HandOver | undefined;
  sending: Sending;
  refused: string | undefined;
  /** Called to choose another member. */
  onChange(): void;
  /** Called with the current draft; amounts are as typed. */
  onTyped(purchase: Purchase): void;
  onRetry(): void;
  onSubmit(purchase: Purchase): void;
}

/** The amount paid, and a preview of the points before the order is sent. */
export function AwardForm(props: AwardFormProps) {
  const { member, rates, initial, sending, refused, onSubmit } = props;
  const { t } = useTranslation("counter");
  const [amount, setAmount] = useState(initial?.amountHkd ?? "");
  const [overfull, setOverfull] = useState(false);
  const [card, setCard] = useState(initial?.enjoyCard ?? false);
  const [receipt, setReceipt] = useState(initial?.receipt ?? "");
  const { data: factors } = useQuery(carbonFactorsQuery());
  const [carbonTyped, setCarbonTyped] = useState(() => typedOf(initial?.carbon));
  const carbon = quantitiesOf(factors, carbonTyped);
  const isCarbonRefused = factors?.some((factor) => isOverLimit(factor, carbonTyped[factor._id]));
  // Only the initial value: after the cashier closes it, the next handover starts fresh.
  const [handOver, setHandOver] = useState(props.handOver);
  const [choosing, setChoosing] = useState(handOver !== undefined);
  const sent = amountHkd(amount);
  const busy = sending !== "idle";
  const { preview, failed } = useAwardPreview(
    sent && !isCarbonRefused
      ? { member: member.shortId, amountHkd: sent, enjoyCard: card, carbon }
      : undefined,
    busy,
  );
  const points = preview?.points ?? earns(amount || "0", rates, card).points;
  const explains = preview?.lines.some(({ kind, pendingUntil }) => kind === "rule" || pendingUntil);
  const type = (key: Key) => {
    // The customer may be typing a card PIN now; those keys must not reach the bill.
    if (busy || choosing) return;
    setOverfull(isOverfull(amount, key));
    setAmount((before) => press(before, key));
  };
  const submit = () => {
    if (sent && points > 0 && !busy && !isCarbonRefused)
      onSubmit({ amountHkd: sent, enjoyCard: card, receipt, carbon });
  };
  const tell = useRef(props.onTyped);
  tell.current = props.onTyped;
  // Before the screen is drawn: a reload right after the last key would come before a passive effect.
  const carbonText = JSON.stringify(carbon);
  useLayoutEffect(
    () => tell.current({ amountHkd: amount, enjoyCard: card, receipt, carbon: JSON.parse(carbonText) }),
    [amount, card, receipt, carbonText],
  );
  useBillKeys(!busy && !choosing, amount, type, (before) => {
    setAmount(before);
    setOverfull(false);
  });
  const isTyped = amount !== "" || receipt !== "" || carbon.length > 0;
  const leaving = useLeaveBill(isTyped, props.onChange);
  useTillKeys(!busy, { Enter: submit, Escape: leaving.leave });
  return (
    <section className={css.side} aria-label={t("award.amount")}>
      <div className={classes(layout.card, css.member)}>
        <Avatar size={46} face={member.face} initials={member.initials} />
        <div>
          <p className={text.bold}>{member.name}</p>
          <p className={classes(text.t5, text.soft, text.tnum)}>{formatShortId(member.shortId)}</p>
        </div>
        <Button kind="text" small disabled={busy} onClick={props.onChange}>
          {t("award.change")}
        </Button>
      </div>
      {member.cardOnly && (
        <Button
          kind="quiet"
          block
          icon={<CouponIcon size={22} />}
          disabled={busy}
          onClick={() => setChoosing(true)}
        >
          {t("cardCoupons.open")}
        </Button>
      )}
      {choosing && (
        <CardCoupons
          member={member}
          by={props.by}
          kept={handOver}
          onClose={() => {
            setHandOver(undefined);
            setChoosing(false);
          }}
          onNext={props.onChange}
        />
      )}
      {leaving.dialog}
      <Sums amount={amount} points={points} />
      {preview && (explains || preview.balance) && (
        <Because lines={preview.lines} balance={preview.balance} rates={rates} />
      )}
      <EnjoyCard rates={rates} checked={card} disabled={busy} onChange={setCard} />
      {/* While the order waits for the connection, the note replaces the disabled keys. */}
      {sending !== "waiting" && (
        <div className={css.keys}>
          <Keypad onPress={type} point />
        </div>
      )}
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
      {sent && points === 0 && <Note tone="pollen">{t("award.tooSmall")}</Note>}
      {failed && sending === "idle" && <Note tone="pollen">{t("because.failed")}</Note>}
      {refused && sending === "idle" && <Note tone="plum">{refused}</Note>}
      <OfflineNote sending={sending} onRetry={props.onRetry} />
      <div className={classes(css.big, css.push)}>
        <Button
          kind="points"
          block
          disabled={!busy && (!sent || points === 0 || isCarbonRefused)}
          busy={busy && t(sending === "waiting" ? "line.waiting" : "award.busy")}
          onClick={submit}
        >
          {points > 0
            ? t("award.submit", { count: points, points: formatPoints(points) })
            : t("award.submitEmpty")}
        </Button>
      </div>
    </section>
  );
}
