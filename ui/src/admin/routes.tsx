import { type ComponentType, lazy } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, Route, Routes } from "react-router";
import { ButtonLink } from "../components/Button";
import { EmptyState } from "../components/EmptyState";
import { loadWords } from "../i18n/i18n";
import { paths } from "../paths";
import { DeskPage } from "./components/DeskPage";
import { ENTRIES } from "./frame/nav";
import { below, desk } from "./paths";
import { type Deed, may, type Role } from "./roles";

/** A screen in a chunk of its own, with its words. */
function screen(words: readonly string[], load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [component] = await Promise.all([load(), loadWords(words)]);
    return { default: component };
  });
}

const SCREENS: readonly { path: string; needs: Deed | undefined; Screen: ComponentType }[] = [
  {
    path: desk.dashboard,
    needs: "readReports",
    Screen: screen(
      ["deskDashboard"],
      async () => (await import("./dashboard/DashboardScreen")).DashboardScreen,
    ),
  },
  {
    path: desk.settlement,
    needs: "readBooks",
    Screen: screen(
      ["deskSettlement"],
      async () => (await import("./settlement/SettlementScreen")).SettlementScreen,
    ),
  },
];

/** The screens that a role may see; any other address leads to its first one. */
export function DeskRoutes({ role }: { role: Role }) {
  const first = ENTRIES.find(({ needs }) => may(role, needs));
  return (
    <Routes>
      {SCREENS.filter(({ needs }) => needs === undefined || may(role, needs)).map(({ path, Screen }) => (
        <Route key={path} path={below(path)} element={<Screen />} />
      ))}
      <Route path="*" element={first ? <Navigate to={first.to} replace /> : <NotHere />} />
    </Routes>
  );
}

/** For staff whose work is at a counter. */
function NotHere() {
  const { t } = useTranslation("desk");
  return (
    <DeskPage title={t("elsewhere.title")}>
      <EmptyState
        text={t("elsewhere.text")}
        action={<ButtonLink to={paths.home.concat("merchant")}>{t("elsewhere.go")}</ButtonLink>}
      />
    </DeskPage>
  );
}
