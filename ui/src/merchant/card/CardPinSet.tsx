import { useState } from "react";
import { useTranslation } from "react-i18next";
import { setCardPin } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { isRefused, lookAgain } from "../kit/till";
import { CardTurn } from "./CardTurn";

interface CardPinSetProps {
  member: string;
  /** True if the card already has a PIN. Then the current PIN is asked for first. */
  has: boolean;
  onDone(): void;
  onCancel(): void;
}

/** The card holder enters a new PIN twice. */
export function CardPinSet({ member, has, onDone, onCancel }: CardPinSetProps) {
  const { t } = useTranslation("counter");
  const [current, setCurrent] = useState<string>();
  const [chosen, setChosen] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();
  const step = has && current === undefined ? "current" : chosen === undefined ? "choose" : "again";
  const save = async (pin: string) => {
    setBusy(true);
    try {
      await setCardPin(member, pin, current);
      playSound("good");
      onDone();
    } catch (error) {
      playSound("bad");
      setRefused(said(error, t("line.down"), t("cardPin.failed")));
      setChosen(undefined);
      if (isRefused(error, "wrong_card_pin", "pin_paused")) setCurrent(undefined);
      if (isRefused(error, "till_locked", "unauthenticated", "till_not_enrolled")) void lookAgain();
    } finally {
      setBusy(false);
    }
  };
  const take = (pin: string) => {
    setRefused(undefined);
    if (step === "current") return setCurrent(pin);
    if (step === "choose") return setChosen(pin);
    if (pin === chosen) return void save(pin);
    setChosen(undefined);
    setRefused(t("cardPin.differs"));
  };
  return (
    <CardTurn
      key={step}
      title={t(`cardPin.${step}.title`)}
      text={t(`cardPin.${step}.text`)}
      submit={t(step === "again" ? "cardPin.save" : "cardPin.next")}
      busy={busy && t("cardPin.saving")}
      refused={refused}
      onPin={take}
      onCancel={onCancel}
    />
  );
}
