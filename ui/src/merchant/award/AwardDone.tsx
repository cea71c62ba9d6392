import { useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Modal } from "../../kit/dialog/Dialog";
import { PrintIcon } from "../../kit/icons/icons-admin";
import { Blossom } from "../../kit/screen/Blossom";
import { Note } from "../../kit/screen/Paper";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import { AwardSlip } from "../../shared/slip/AwardSlip";
import css from "../coupon/CouponCheck.module.css";
import { OfflineNote } from "../kit/OfflineNote";
import type { Done } from "../kit/orders";
import { useCountdown } from "../kit/useCountdown";
import { useSlipShop } from "../kit/useSlipShop";
import { AwardFacts } from "./AwardFacts";
import { SendSlip } from "./SendSlip";
import { CardOfTill, StampHead } from "./StampCard";
import stamp from "./StampCard.module.css";
import { tillCard } from "./stamp";
import { UndoButton } from "./UndoButton";
import { useUndo } from "./useUndo";

const UNDO_MS = 300_000;

/** The result of an award: its stamp or its points, and the button that undoes it for five minutes. */
export function AwardDone({ done, onNext }: { done: Done; onNext(): void }) {
  const { t } = useTranslation("counter");
  const title = useId();
  const { order, awarded } = done;
  const undoing = useUndo(awarded.transactionId);
  const { sending, failed, undone } = undoing;
  const shop = useSlipShop();
  // Server time, minus the time that passed here since the order was confirmed.
  const [from] = useState(() => {
    const made = Date.parse(awarded.undoUntil) - UNDO_MS;
    return new Date(made + Math.min(Math.max(0, Date.now() - order.begun), UNDO_MS)).toISOString();
  });
  const left = useCountdown(from, awarded.undoUntil);
  const card = undone ? undefined : tillCard(awarded);
  const slip = useRef<HTMLDivElement>(null);
  // Enter goes on to the next customer, also where another control stands above the button. An undo draws it anew.
  useLayoutEffect(() => {
    slip.current?.querySelector<HTMLElement>("[data-next] button")?.focus();
  }, [undone]);
  const next = (
    <span data-next="" className={stamp.next}>
      <Button block disabled={sending.state !== "idle"} onClick={onNext}>
        {t("done.next")}
      </Button>
    </span>
  );
  const facts = (
    <>
      <AwardFacts done={done} undone={undone} />
      {!undone && <SlipWays done={done} />}
    </>
  );
  return (
    <Modal
      onClose={onNext}
      className={classes(css.verdict, undone ? css.used : css.valid)}
      labelledBy={title}
    >
      {!undone && <Blossom size={460} stamens={false} className={css.behind} />}
      <div className={css.head} role="status">
        {card ? (
          <StampHead card={card} member={order.member.name} title={title} />
        ) : (
          <>
            <Mark undone={undone} />
            <StencilNumber value={`${undone ? "−" : "+"}${formatPoints(awarded.points)}`} height={84} />
            <h1 id={title} className={css.small}>
              {t(undone ? "undo.done" : "done.title")}
            </h1>
            <p>{t(undone ? "undo.text" : "done.text", { name: order.member.name })}</p>
          </>
        )}
      </div>
      <div ref={slip} className={css.slip}>
        {card ? (
          <>
            <CardOfTill card={card} awarded={awarded} />
            <details className={stamp.details}>
              <summary>{t("stamp.details")}</summary>
              {facts}
            </details>
          </>
        ) : (
          facts
        )}
        {failed && <Note tone="plum">{failed}</Note>}
        <OfflineNote sending={sending.state} onRetry={sending.retryNow} />
        <div className={classes(css.actions, !undone && stamp.row)}>
          {!undone && <UndoButton undoing={undoing} left={left} quiet short />}
          {next}
        </div>
      </div>
      {!undone && <AwardSlip done={done} shop={shop} />}
    </Modal>
  );
}

/** The two ways to give the member a slip. */
function SlipWays({ done }: { done: Done }) {
  const { t } = useTranslation("counter");
  return (
    <fieldset className={stamp.slips}>
      <legend>{t("done.slip")}</legend>
      <Button kind="quiet" block icon={<PrintIcon size={22} />} onClick={() => window.print()}>
        {t("done.print")}
      </Button>
      <SendSlip id={done.awarded.transactionId} name={done.order.member.name} />
    </fieldset>
  );
}

function Mark({ undone }: { undone: boolean }) {
  return (
    <div className={css.mark}>
      <Blossom size={92} stamens={false} />
      <svg viewBox="-44 -44 88 88" aria-hidden="true">
        <circle r="44" />
        <path d={undone ? "M-16-10H16M-16 10H16" : "M-19 1l13 13 26-28"} />
      </svg>
    </div>
  );
}
