import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import css from "./FindDialog.module.css";
import { markedParts, type Result, type ResultGroup } from "./results";

interface ResultsProps {
  /** The id of the list; an option's id adds the option's place to it. */
  id: string;
  groups: readonly ResultGroup[];
  q: string;
  chosen: number;
  onChoose(place: number): void;
  onOpen(result: Result, newTab: boolean): void;
}

/** The results under the headings of their kinds. The focus stays in the field, which names the chosen option. */
export function Results({ id, groups, q, chosen, onChoose, onOpen }: ResultsProps) {
  const { t } = useTranslation("adminFind");
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, chosen]);
  let place = 0;
  return (
    <div ref={list} id={id} role="listbox" aria-label={t("label")}>
      {groups.map(({ key, results }) => {
        if (results.length === 0) return null;
        const first = place;
        place += results.length;
        return (
          <fieldset key={key} className={css.group} aria-label={t(key)}>
            <p className={css.heading} aria-hidden="true">
              {t(key)}
            </p>
            {results.map((result, offset) => (
              <Option
                key={result.to}
                id={`${id}-${first + offset}`}
                result={result}
                q={q}
                chosen={first + offset === chosen}
                onChoose={() => onChoose(first + offset)}
                onOpen={(newTab) => onOpen(result, newTab)}
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}

interface OptionProps {
  id: string;
  result: Result;
  q: string;
  chosen: boolean;
  onChoose(): void;
  onOpen(newTab: boolean): void;
}

function Option({ id, result: { title, line, Icon }, q, chosen, onChoose, onOpen }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className={css.option}
      onPointerMove={onChoose}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
    >
      <Icon size={20} />
      <span>
        <b>
          <Marked text={title} q={q} />
        </b>{" "}
        <small>
          <Marked text={line} q={q} />
        </small>
      </span>
    </div>
  );
}

function Marked({ text, q }: { text: string; q: string }) {
  return markedParts(text, q).map(({ text: part, marked }, at) =>
    marked ? <mark key={at}>{part}</mark> : part,
  );
}
