import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatTime } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Sheet } from "../../kit/dialog/Sheet";
import { UndoIcon } from "../../kit/icons/icons-admin";
import { Note } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import css from "../Counter.module.css";
import { Fact } from "../kit/Fact";
import { OfflineNote } from "../kit/OfflineNote";
import { clock, useCountdown } from "../kit/useCountdown";
import type { TillEvent } from "../today/today";
import { UndoButton } from "./UndoButton";
import { useUndo } from "./useUndo";

/** An award of this till that can still be undone. */
export type OpenAward = TillEvent & Required<Pick<TillEvent, "transactionId" | "undoUntil" | "serverTime">>;

export const isOpen = (event: TillEvent): event is OpenAward =>
  Boolean(event.transactionId && event.undoUntil && event.serverTime);

/** Time left by the server's clock, minus the time since the list was fetched. */
function useLeft(award: OpenAward): number {
  const from = useMemo(() => {
    const passed = Math.max(0, Date.now() - award.asked);
    return new Date(Date.parse(award.serverTime) + passed).toISOString();
  }, [award]);
  return useCountdown(from, award.undoUntil);
}

/** Shown below an award in the list while it can be undone. */
export function UndoLine({ award, onAsk }: { award: OpenAward; onAsk(): void }) {
  const { t } = useTranslation("counter");
  const left = useLeft(award);
  if (left === 0) return null;
  return (
    <Button kind="quiet" small icon={<UndoIcon />} onClick={onAsk}>
      {t("undo.submit", { time: clock(left) })}
    </Button>
  );
}

/** Shows the details of the award before it is undone. */
export function UndoSheet({ award, onClose }: { award: OpenAward; onClose(undone: boolean): void }) {
  const { t } = useTranslation("counter");
  const left = useLeft(award);
  const undoing = useUndo(award.transactionId);
  const { sending, failed, undone } = undoing;
  const name = award.member?.name;
  return (
    <Sheet
      title={t(undone ? "undo.done" : "undo.ask")}
      busy={sending.state !== "idle"}
      onClose={() => onClose(undone)}
    >
      <div className={classes(css.menu, css.undoing)}>
        {undone && <div role="status">{name && <Note tone="leaf">{t("undo.text", { name })}</Note>}</div>}
        <dl className={layout.facts}>
          <Fact name={t("today.points")} value={`${undone ? "−" : "+"}${formatPoints(award.points)}`} />
          {name && <Fact name={t("coupon.member")} value={name} />}
          {award.amountHkd && <Fact name={t("done.bill")} value={`HK$${award.amountHkd}`} />}
          {award.receipt && <Fact name={t("done.receipt")} value={award.receipt} />}
          <Fact name={t("undo.given")} value={`${formatTime(award.created)} · ${award.by}`} />
        </dl>
        {failed && <Note tone="plum">{failed}</Note>}
        <OfflineNote sending={sending.state} onRetry={sending.retryNow} />
        {!undone && <UndoButton undoing={undoing} left={left} />}
        <Button
          kind={undone ? "leaf" : "quiet"}
          block
          disabled={sending.state !== "idle"}
          onClick={() => onClose(undone)}
        >
          {t(undone ? "undo.back" : "undo.keep")}
        </Button>
      </div>
    </Sheet>
  );
}
