import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from "react";
import css from "./AdminTabs.module.css";

/** Visible part of the next tab, in pixels. */
const PEEK = 32;

interface Tab<V extends string> {
  value: V;
  label: ReactNode;
  lang?: string;
}

interface AdminTabsProps<V extends string> {
  label: string;
  tabs: readonly Tab<NoInfer<V>>[];
  chosen: V;
  onChoose(value: V): void;
  /** Content at the end of the line. */
  end?: ReactNode;
  children: ReactNode;
}

/** Tabs over one panel, the chosen one underlined; arrow keys change the tab. */
export function AdminTabs<V extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  end,
  children,
}: AdminTabsProps<V>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const place = tabs.findIndex(({ value }) => value === chosen);
  // On a phone the tabs overflow: scroll the chosen one into view without moving the page.
  useLayoutEffect(() => {
    const box = list.current;
    const tab = box?.children[place];
    if (!box || !tab) return;
    const [from, to] = [box.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (to.right > from.right) box.scrollLeft += to.right - from.right + PEEK;
    else if (to.left < from.left) box.scrollLeft -= from.left - to.left + PEEK;
  }, [place]);
  const move = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: place + 1,
      ArrowLeft: place - 1,
      Home: 0,
      End: tabs.length - 1,
    };
    const to = steps[event.key];
    if (to === undefined) return;
    const next = (to + tabs.length) % tabs.length;
    const tab = tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChoose(tab.value);
    list.current?.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  };
  return (
    <>
      <div className={css.line}>
        <div className={css.tabs} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              lang={tab.lang}
              id={`${id}-${tab.value}`}
              aria-selected={tab.value === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={tab.value === chosen ? 0 : -1}
              onClick={() => onChoose(tab.value)}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
