import type { ComponentType } from "react";
import { AdminPage } from "./AdminPage";
import { AdminTabs } from "./AdminTabs";
import { useAddress } from "./useAddress";

interface TabbedPageProps<V extends string> {
  title: string;
  line: string;
  /** The first tab is the default. */
  tabs: readonly [V, ...V[]];
  labelOf(tab: NoInfer<V>): string;
  panels: Readonly<Record<NoInfer<V>, ComponentType>>;
  /** Query parameters of one tab, removed when the tab changes. */
  left?: Readonly<Record<string, "">>;
}

/** A screen with tabs; the address keeps the chosen tab. */
export function TabbedPage<V extends string>({
  title,
  line,
  tabs,
  labelOf,
  panels,
  left,
}: TabbedPageProps<V>) {
  const { get, change } = useAddress();
  const chosen = tabs.find((tab) => tab === get("tab")) ?? tabs[0];
  const Panel: ComponentType = panels[chosen];
  return (
    <AdminPage title={title} line={line}>
      <AdminTabs
        label={title}
        chosen={chosen}
        onChoose={(tab) => change({ ...left, tab: tab === tabs[0] ? "" : tab })}
        tabs={tabs.map((value) => ({ value, label: labelOf(value) }))}
      >
        <Panel />
      </AdminTabs>
    </AdminPage>
  );
}
