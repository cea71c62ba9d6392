import { useState } from "react";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatChange, formatDay, formatTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { ClockIcon } from "../../kit/icons/icons-member";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { MovementRow, Puck, RowButton } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import { type Day, type Movement, pointsOf } from "../../shared/statement";
import css from "./PointsScreen.module.css";
import { useLineWords } from "./useLineWords";
import { useMovementWords } from "./useMovementWords";

const ReceiptSheet = lazyComponent(async () => (await import("./ReceiptSheet")).ReceiptSheet);

interface HistoryProps {
  days: readonly Day[];
  /** The transaction whose receipt opens first. */
  opens: string | undefined;
}

export function History({ days, opens }: HistoryProps) {
  const words = useMovementWords();
  const [chosen, setChosen] = useState<Movement | "none">();
  const all = days.flatMap(({ movements }) => movements);
  const first = opens ? all.find(({ transaction }) => transaction._id === opens) : undefined;
  const open = chosen === "none" ? undefined : (chosen ?? first);
  return (
    <>
      {days.map(({ date, movements }) => (
        <section key={date}>
          <h2 className={css.day}>{date}</h2>
          <ul className={layout.rows}>
            {movements.map((movement) => {
              const { transaction } = movement;
              const { title, line } = words(movement.words);
              const row = {
                title,
                line: (
                  <>
                    <Parts of={transaction} />
                    {`${formatTime(transaction.created)} · ${line}`}
                  </>
                ),
                onClick: () => setChosen(movement),
              };
              return (
                <li key={transaction._id}>
                  {transaction.pendingUntil ? (
                    <RowButton
                      flat
                      icon={
                        <span className={css.waits}>
                          <Puck>
                            <ClockIcon size={20} />
                          </Puck>
                        </span>
                      }
                      end={<b className={css.waits}>{formatChange(pointsOf(transaction))}</b>}
                      {...row}
                    />
                  ) : (
                    <MovementRow points={transaction.points} {...row} />
                  )}
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {open && <ReceiptSheet of={open} onClose={() => setChosen("none")} waiting={null} />}
    </>
  );
}

/** The parts of the points in one line: 80 + 80 double day. Parts that wait stand behind them, each with its day. */
function Parts({ of: { lines = [], pendingUntil } }: { of: Movement["transaction"] }) {
  const { t } = useTranslation("points");
  const language = useLanguage();
  const words = useLineWords();
  const day = (until: string) => formatDay(noonOf(until), language);
  if (lines.length === 0) return pendingUntil ? <span>{t("waits", { day: day(pendingUntil) })}</span> : null;
  const [first, ...added] = lines.filter((line) => pendingUntil || !line.pendingUntil).map(words);
  const later = pendingUntil ? [] : lines.filter((line) => line.pendingUntil);
  return (
    <span className={css.parts}>
      {first?.points}
      {added.map(({ key, name, points, byRule }) => (
        <span key={key}>
          {" + "}
          {byRule ? <b>{`${points} ${name}`}</b> : `${points} ${name}`}
        </span>
      ))}
      {later.map((line) => {
        const { key, name, points } = words(line);
        return (
          <span key={key} className={css.later}>
            {t("later", { part: `${points} ${name}`, day: day(line.pendingUntil ?? "") })}
          </span>
        );
      })}
      {pendingUntil && <span className={css.later}>{t("waits", { day: day(pendingUntil) })}</span>}
    </span>
  );
}
