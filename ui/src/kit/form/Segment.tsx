import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import { classes } from "../classes";
import css from "./Segment.module.css";

interface Option<V extends string> {
  value: V;
  label: string;
  lang?: string;
}

interface SegmentProps<V extends string> {
  /** The label of the choice, for screen readers. */
  label: string;
  options: readonly Option<V>[];
  chosen: V;
  onChoose(value: V): void;
  block?: boolean;
  /** On an image: always light. */
  cover?: boolean;
}

/** Two to four options in a sunken track, with the chosen one raised. */
export function Segment<V extends string>({
  label,
  options,
  chosen,
  onChoose,
  block,
  cover,
}: SegmentProps<V>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and wants a legend.
    <div
      className={classes(css.segment, block && css.block, cover && css.cover)}
      role="group"
      aria-label={label}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          <span>{option.label}</span>
        </button>
      ))}
    </div>
  );
}

/** A segmented track of tabs over one panel; arrow keys move between the tabs. */
export function Tabs<V extends string>({
  label,
  options,
  chosen,
  onChoose,
  children,
}: SegmentProps<V> & { children: ReactNode }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = options.findIndex((option) => option.value === chosen);
    const next = (at + step + options.length) % options.length;
    const option = options[next];
    if (!option) return;
    event.preventDefault();
    onChoose(option.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  const none = options.every((option) => option.value !== chosen);
  return (
    <>
      <div
        className={classes(css.segment, css.block)}
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={move}
      >
        {options.map((option, at) => (
          <button
            key={option.value}
            type="button"
            role="tab"
            id={`${id}-${option.value}`}
            aria-selected={option.value === chosen}
            aria-controls={`${id}-panel`}
            // If no tab is chosen, the first is reachable.
            tabIndex={option.value === chosen || (at === 0 && none) ? 0 : -1}
            onClick={() => onChoose(option.value)}
          >
            <span>{option.label}</span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
