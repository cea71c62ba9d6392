import { useTranslation } from "react-i18next";
import { formatTime } from "../../i18n/format";
import { MovementRow } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import css from "./PointsScreen.module.css";
import type { Day, Words } from "./statement";

export function History({ days }: { days: readonly Day[] }) {
  const words = useWords();
  return days.map(({ date, movements }) => (
    <section key={date}>
      <h2 className={css.day}>{date}</h2>
      <ul className={layout.rows}>
        {movements.map(({ transaction, words: told }) => {
          const { title, line } = words(told);
          return (
            <li key={transaction._id}>
              <MovementRow
                points={transaction.points}
                title={title}
                line={`${formatTime(transaction.created)} · ${line}`}
              />
            </li>
          );
        })}
      </ul>
    </section>
  ));
}

function useWords() {
  const { t } = useTranslation("points");
  return (words: Words) => {
    if ("name" in words) return { title: words.name, line: words.description };
    const { transfer, who } = words;
    return {
      title: t(`${transfer}.title`),
      line: who ? t(`${transfer}.who`, { who }) : t(`${transfer}.nobody`),
    };
  };
}
