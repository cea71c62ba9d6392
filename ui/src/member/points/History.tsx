import { useState } from "react";
import { formatTime } from "../../i18n/format";
import { lazyComponent } from "../../kit/loading/lazyComponent";
import { MovementRow } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import css from "./PointsScreen.module.css";
import type { Day, Movement } from "./statement";
import { useLineWords } from "./useLineWords";
import { useMovementWords } from "./useMovementWords";

const ReceiptSheet = lazyComponent(async () => (await import("./ReceiptSheet")).ReceiptSheet);

export function History({ days }: { days: readonly Day[] }) {
  const words = useMovementWords();
  const [open, setOpen] = useState<Movement>();
  return (
    <>
      {days.map(({ date, movements }) => (
        <section key={date}>
          <h2 className={css.day}>{date}</h2>
          <ul className={layout.rows}>
            {movements.map((movement) => {
              const { transaction } = movement;
              const { title, line } = words(movement.words);
              return (
                <li key={transaction._id}>
                  <MovementRow
                    points={transaction.points}
                    title={title}
                    line={
                      <>
                        <Parts of={transaction} />
                        {`${formatTime(transaction.created)} · ${line}`}
                      </>
                    }
                    onClick={() => setOpen(movement)}
                  />
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {open && <ReceiptSheet of={open} onClose={() => setOpen(undefined)} waiting={null} />}
    </>
  );
}

/** The parts of the points in one line: 80 + 80 double day. */
function Parts({ of: { lines = [] } }: { of: Movement["transaction"] }) {
  const words = useLineWords();
  if (lines.length === 0) return null;
  const [first, ...added] = lines.map(words);
  return (
    <span className={css.parts}>
      {first?.points}
      {added.map(({ key, name, points, byRule }) => (
        <span key={key}>
          {" + "}
          {byRule ? <b>{`${points} ${name}`}</b> : `${points} ${name}`}
        </span>
      ))}
    </span>
  );
}
