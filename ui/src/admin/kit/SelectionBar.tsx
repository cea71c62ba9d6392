import css from "./SelectionBar.module.css";

interface SelectionBarProps {
  /** Name of the bar for screen readers. */
  label: string;
  /** The number or sum of the selection. */
  selected: string;
  actions: readonly { key: string; label: string; main?: boolean; act(): void }[];
}

/** Actions on the selected rows, at the bottom of the window. */
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
