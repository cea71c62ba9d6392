import css from "./SelectionBar.module.css";

interface SelectionBarProps {
  /** What the bar is, for screen readers. */
  label: string;
  /** How much is chosen. */
  selected: string;
  actions: readonly { key: string; label: string; main?: boolean; act(): void }[];
}

/** What can be done with the rows that are ticked, at the foot of the window. */
export function SelectionBar({ label, selected, actions }: SelectionBarProps) {
  return (
    <section className={css.bar} aria-label={label} data-selection>
      <span role="status">{selected}</span>
      {actions.map(({ key, label: name, main, act }) => (
        <button key={key} type="button" className={main ? css.main : undefined} onClick={act}>
          {name}
        </button>
      ))}
    </section>
  );
}
