import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Modal } from "../../kit/dialog/Dialog";
import { PrintIcon } from "../../kit/icons/icons-admin";
import { Blossom } from "../../kit/screen/Blossom";
import { Note } from "../../kit/screen/Paper";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import { exactWeight } from "../../shared/weight";
import css from "../coupon/CouponCheck.module.css";
import { Fact } from "../kit/Fact";
import { OfflineNote } from "../kit/OfflineNote";
import type { Done } from "../kit/orders";
import { useCountdown } from "../kit/useCountdown";
import { AwardSlip } from "./AwardSlip";
import { useLineName } from "./Because";
import { UndoButton } from "./UndoButton";
import { useUndo } from "./useUndo";
import { waitingDays } from "./waiting";

const UNDO_MS = 300_000;

/** The result of an award: the points, and the button that undoes it for five minutes. */
export function AwardDone({ done, onNext }: { done: Done; onNext(): void }) {
  const { t } = useTranslation("counter");
  const title = useId();
  const { order, awarded } = done;
  const nameOf = useLineName();
  const language = useLanguage();
  const rules = (awarded.lines ?? []).filter(({ kind }) => kind === "rule");
  const undoing = useUndo(awarded.transactionId);
  const { sending, failed, undone } = undoing;
  // Server time, minus the time that passed here since the order was confirmed.
  const [from] = useState(() => {
    const made = Date.parse(awarded.undoUntil) - UNDO_MS;
    return new Date(made + Math.min(Math.max(0, Date.now() - order.begun), UNDO_MS)).toISOString();
  });
  const left = useCountdown(from, awarded.undoUntil);
  return (
    <Modal
      onClose={onNext}
      className={classes(css.verdict, undone ? css.used : css.valid)}
      labelledBy={title}
    >
      {!undone && <Blossom size={460} stamens={false} className={css.behind} />}
      <div className={css.head} role="status">
        <Mark undone={undone} />
        <StencilNumber value={`${undone ? "−" : "+"}${formatPoints(awarded.points)}`} height={92} />
        <h1 id={title} className={css.small}>
          {t(undone ? "undo.done" : "done.title")}
        </h1>
        <p>{t(undone ? "undo.text" : "done.text", { name: order.member.name })}</p>
      </div>
      <div className={css.slip}>
        <dl className={layout.facts}>
          {awarded.balance && !undone && (
            <Fact
              name={t("done.balance")}
              value={t("done.beforeAfter", {
                before: formatPoints(awarded.balance.before),
                after: formatPoints(awarded.balance.after),
              })}
            />
          )}
          <Fact name={t("done.bill")} value={`HK$${order.amountHkd}`} />
          <Fact name={t("done.base")} value={formatPoints(awarded.basePoints)} />
          {order.enjoyCard && <Fact name={t("done.card")} value={formatPoints(awarded.extraPoints)} />}
          {rules.map((line) => (
            <Fact key={line.rule} name={nameOf(line)} value={formatPoints(line.points)} />
          ))}
          {waitingDays(awarded.lines).map(([day, points]) => (
            <Fact
              key={day}
              name={t("done.pending", { day: formatDay(noonOf(day), language) })}
              value={formatPoints(points)}
            />
          ))}
          {!undone &&
            awarded.goals?.map(({ goal, name, reached, progress, target }) => (
              <Fact
                key={goal}
                name={localized(name, language)}
                value={
                  reached
                    ? t("done.goalReached")
                    : t("done.goal", { progress: formatPoints(progress), target: formatPoints(target) })
                }
              />
            ))}
          {awarded.carbonGrams && (
            <Fact name={t("done.carbon")} value={exactWeight(Number(awarded.carbonGrams))} />
          )}
          {order.receipt.trim() && <Fact name={t("done.receipt")} value={order.receipt.trim()} />}
          <Fact name={t("done.transaction")} value={awarded.number} />
        </dl>
        {failed && <Note tone="plum">{failed}</Note>}
        <OfflineNote sending={sending.state} onRetry={sending.retryNow} />
        <div className={css.actions}>
          <Button block disabled={sending.state !== "idle"} onClick={onNext}>
            {t("done.next")}
          </Button>
          {!undone && (
            <Button kind="quiet" block icon={<PrintIcon size={22} />} onClick={() => window.print()}>
              {t("done.print")}
            </Button>
          )}
          {!undone && <UndoButton undoing={undoing} left={left} quiet />}
        </div>
      </div>
      {!undone && <AwardSlip done={done} />}
    </Modal>
  );
}

function Mark({ undone }: { undone: boolean }) {
  return (
    <div className={css.mark}>
      <Blossom size={120} stamens={false} />
      <svg viewBox="-44 -44 88 88" aria-hidden="true">
        <circle r="44" />
        <path d={undone ? "M-16-10H16M-16 10H16" : "M-19 1l13 13 26-28"} />
      </svg>
    </div>
  );
}
