import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import layout from "../../kit/styles/layout.module.css";
import { OfflineNote } from "../kit/OfflineNote";
import { beginHandOver, type HandedOver, type HandOver, settleOrLookAgain } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { isRefused } from "../kit/till";
import { useSending } from "../kit/useSending";
import { CardTurn } from "./CardTurn";
import css from "./CardTurn.module.css";

interface CardConfirmProps {
  order: HandOver;
  /** The order was sent before, but its result is unknown. */
  again: boolean;
  onBack(): void;
  onDone(handed: HandedOver): void;
}

/** Shows the coupon to hand over and asks for the card's PIN. */
export function CardConfirm({ order, again, onBack, onDone }: CardConfirmProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const sending = useSending();
  const { member, item, balance } = order;
  const [refused, setRefused] = useState<string>();
  const busy = sending.state !== "idle";
  const give = async (pin?: string) => {
    setRefused(undefined);
    const meant = beginHandOver(order, pin);
    try {
      const handed = await sending.send(meant.ask);
      if (!handed) return;
      meant.settle();
      playSound("good");
      onDone(handed);
    } catch (error) {
      settleOrLookAgain(error, meant);
      // The order never reached the server: ask for the PIN again without showing an error.
      if (pin === undefined && isRefused(error, "required_field")) return;
      playSound("bad");
      setRefused(said(error, t("line.down"), t("cardCoupons.refused")));
    }
  };
  const resume = useRef(() => {
    // A replay under the same idempotency key needs no PIN.
    if (again) void give();
  });
  useEffect(() => resume.current(), []);
  return (
    <CardTurn
      title={t("cardPin.enter.title")}
      text={t("cardPin.enter.text")}
      submit={t("cardPin.redeem", { count: item.points, points: formatPoints(item.points) })}
      kind="points"
      busy={busy && t(sending.state === "waiting" ? "line.waiting" : "cardCoupons.busy")}
      refused={refused}
      foot={<OfflineNote sending={sending.state} onRetry={sending.retryNow} />}
      onPin={(pin) => void give(pin)}
      onCancel={onBack}
    >
      <div className={classes(layout.card, css.cost)}>
        {item.image ? <img src={item.image} alt="" width={60} height={60} /> : <span />}
        <p>
          <b>{localized(item.name, language)}</b>
          <br />
          {balance === undefined
            ? t("cardPin.of", { name: member.name })
            : t("cardPin.after", { points: formatPoints(balance - item.points) })}
        </p>
        <strong>−{formatPoints(item.points)}</strong>
      </div>
    </CardTurn>
  );
}
