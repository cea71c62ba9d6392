import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatTime } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Sheet } from "../../kit/dialog/Sheet";
import { Field } from "../../kit/form/Field";
import { Segment } from "../../kit/form/Segment";
import { Note } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import css from "../Counter.module.css";
import { Fact } from "../kit/Fact";
import { beginTakeBack, settleOrLookAgain } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import type { Till } from "../kit/till";
import type { TillEvent } from "../today/today";

const REASONS = ["returned", "wrongBill", "other"] as const;
type Reason = (typeof REASONS)[number];
const PIN = /^\d{4,8}$/;

interface TakeBackProps {
  award: TillEvent;
  till: Till;
  onClose(undone: boolean): void;
}

/** Takes an award back after the five minutes of an undo: the reason first, then a supervisor's PIN. */
export function TakeBackSheet({ award, till, onClose }: TakeBackProps) {
  const { t } = useTranslation("counter");
  const manager = till.signedIn?.standing === "manager";
  const supervisors = till.cashiers.filter(({ supervisor }) => supervisor);
  const [reason, setReason] = useState<Reason>();
  const [words, setWords] = useState("");
  const [who, setWho] = useState(supervisors[0]?._id ?? "");
  const [pin, setPin] = useState("");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [done, setDone] = useState(false);
  const told = reason === "other" ? words.trim() : reason ? t(`takeBack.reasons.${reason}`) : "";
  const ready = told !== "" && (manager || (who !== "" && PIN.test(pin)));
  const send = async () => {
    if (!award.transactionId) return;
    setBusy(true);
    setFailed(undefined);
    const proof = manager ? {} : { supervisorId: who, pin };
    const meant = beginTakeBack(award.transactionId, { reason: told, ...proof });
    try {
      await meant.ask();
      meant.settle();
      playSound("known");
      setDone(true);
    } catch (error) {
      settleOrLookAgain(error, meant);
      playSound("bad");
      setPin("");
      setFailed(said(error, t("line.down"), t("undo.failed")));
    } finally {
      setBusy(false);
    }
  };
  const name = award.member?.name;
  return (
    <Sheet title={t(done ? "undo.done" : "takeBack.title")} busy={busy} onClose={() => onClose(done)}>
      <div className={classes(css.menu, css.undoing)}>
        {done && name && (
          <div role="status">
            <Note tone="leaf">{t("undo.text", { name })}</Note>
          </div>
        )}
        <dl className={layout.facts}>
          <Fact name={t("today.points")} value={`−${formatPoints(award.points)}`} />
          {name && <Fact name={t("coupon.member")} value={name} />}
          {award.amountHkd && <Fact name={t("done.bill")} value={`HK$${award.amountHkd}`} />}
          <Fact name={t("undo.given")} value={`${formatTime(award.created)} · ${award.by}`} />
        </dl>
        {!done && !manager && supervisors.length === 0 && <Note tone="pollen">{t("takeBack.nobody")}</Note>}
        {!done && (manager || supervisors.length > 0) && (
          <>
            <Segment<Reason | "">
              label={t("takeBack.reason")}
              block
              chosen={reason ?? ""}
              onChoose={(chosen) => setReason(chosen || undefined)}
              options={REASONS.map((value) => ({ value, label: t(`takeBack.reasons.${value}`) }))}
            />
            {reason === "other" && (
              <Field
                name="reason"
                label={t("takeBack.words")}
                value={words}
                maxLength={200}
                required
                autoComplete="off"
                onChange={setWords}
              />
            )}
            {!manager && (
              <>
                {supervisors.length > 1 && (
                  <Segment<string>
                    label={t("takeBack.who")}
                    block
                    chosen={who}
                    onChoose={setWho}
                    options={supervisors.slice(0, 4).map((one) => ({ value: one._id, label: one.name }))}
                  />
                )}
                <Field
                  name="pin"
                  type="password"
                  label={t("takeBack.pin", { name: supervisors.find(({ _id }) => _id === who)?.name ?? "" })}
                  hint={t("takeBack.hint")}
                  inputMode="numeric"
                  value={pin}
                  required
                  autoComplete="off"
                  clean={(typed) => typed.replace(/\D/g, "").slice(0, 8)}
                  onChange={setPin}
                />
              </>
            )}
            {failed && <Note tone="plum">{failed}</Note>}
            <Button
              kind="refuse"
              block
              disabled={!ready}
              busy={busy && t("undo.busy")}
              onClick={() => void send()}
            >
              {t("takeBack.submit", { count: award.points, points: formatPoints(award.points) })}
            </Button>
          </>
        )}
        <Button kind={done ? "leaf" : "quiet"} block disabled={busy} onClick={() => onClose(done)}>
          {t(done ? "undo.back" : "undo.keep")}
        </Button>
      </div>
    </Sheet>
  );
}
