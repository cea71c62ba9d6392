import type { ComponentType } from "react";
import { Navigate, Route, Routes } from "react-router";
import { part } from "../components/part";
import { loadWords } from "../i18n/i18n";
import css from "./desk.module.css";
import { ENTRIES } from "./frame/nav";
import { NotHere } from "./NotHere";
import { below, desk } from "./paths";
import { type Deed, may, type Staff } from "./roles";

/** A screen in a chunk of its own, with its words. */
function screen(words: readonly string[], load: () => Promise<ComponentType>) {
  return part(async () => {
    const [component] = await Promise.all([load(), loadWords(words)]);
    return component;
  });
}

const waiting = <div className={css.body} aria-busy="true" />;

const Enrolment = screen(
  ["deskAccount", "account"],
  async () => (await import("./account/AccountScreen")).AccountScreen,
);

const SCREENS: readonly { path: string; needs: Deed | undefined; Screen: ReturnType<typeof screen> }[] = [
  {
    path: desk.dashboard,
    needs: "readReports",
    Screen: screen(
      ["deskDashboard", "deskReports"],
      async () => (await import("./dashboard/DashboardScreen")).DashboardScreen,
    ),
  },
  {
    path: desk.today,
    needs: "stand",
    Screen: screen(["deskToday"], async () => (await import("./today/TodayScreen")).TodayScreen),
  },
  {
    path: desk.members,
    needs: "readMembers",
    Screen: screen(["deskMembers"], async () => (await import("./members/MembersScreen")).MembersScreen),
  },
  {
    path: `${desk.members}/:id`,
    needs: "readMembers",
    Screen: screen(
      ["deskMembers", "deskMember", "deskMoney", "deskSettlement", "deskAudit"],
      async () => (await import("./members/MemberScreen")).MemberScreen,
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
  {
    path: desk.items,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskItems"],
      async () => (await import("./items/ItemsScreen")).ItemsScreen,
    ),
  },
  {
    path: `${desk.items}/:id`,
    needs: "readContent",
    Screen: screen(["deskContent", "deskItems"], async () => (await import("./items/ItemEditor")).ItemEditor),
  },
  {
    path: desk.partners,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskPartners", "explorer"],
      async () => (await import("./partners/PartnersScreen")).PartnersScreen,
    ),
  },
  {
    path: `${desk.partners}/:id`,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskPartners", "deskCounters", "explorer"],
      async () => (await import("./partners/PartnerEditor")).PartnerEditor,
    ),
  },
  {
    path: desk.articles,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskArticles"],
      async () => (await import("./articles/ArticlesScreen")).ArticlesScreen,
    ),
  },
  {
    path: `${desk.articles}/:id`,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskArticles"],
      async () => (await import("./articles/ArticleEditor")).ArticleEditor,
    ),
  },
  {
    path: `${desk.campaigns}/:id`,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskCampaigns"],
      async () => (await import("./campaigns/CampaignEditor")).CampaignEditor,
    ),
  },
  {
    path: desk.campaigns,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskCampaigns"],
      async () => (await import("./campaigns/CampaignsScreen")).CampaignsScreen,
    ),
  },
  {
    path: `${desk.transactions}/:id?`,
    needs: "readBooks",
    Screen: screen(
      ["deskMoney", "deskMembers"],
      async () => (await import("./money/TransactionsScreen")).TransactionsScreen,
    ),
  },
  {
    path: desk.money,
    needs: "readReports",
    Screen: screen(["deskReports"], async () => (await import("./reports/MoneyScreen")).MoneyScreen),
  },
  {
    path: desk.pageViews,
    needs: "readViews",
    Screen: screen(["deskReports"], async () => (await import("./reports/PageViewsScreen")).PageViewsScreen),
  },
  {
    path: desk.announcements,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskAnnouncements"],
      async () => (await import("./announcements/AnnouncementsScreen")).AnnouncementsScreen,
    ),
  },
  {
    path: `${desk.announcements}/:id`,
    needs: "readContent",
    Screen: screen(
      ["deskContent", "deskAnnouncements", "notifications"],
      async () => (await import("./announcements/AnnouncementEditor")).AnnouncementEditor,
    ),
  },
  {
    path: desk.messages,
    needs: "readBooks",
    Screen: screen(["deskMessages"], async () => (await import("./messages/MessagesScreen")).MessagesScreen),
  },
  {
    path: desk.credits,
    needs: "readBooks",
    Screen: screen(["deskCredits"], async () => (await import("./credits/CreditsScreen")).CreditsScreen),
  },
  {
    path: desk.approvals,
    needs: "readApprovals",
    Screen: screen(
      ["deskApprovals", "deskSettings", "deskCredits", "deskMoney"],
      async () => (await import("./approvals/ApprovalsScreen")).ApprovalsScreen,
    ),
  },
  {
    path: desk.audit,
    needs: "readPointsTrail",
    Screen: screen(["deskAudit"], async () => (await import("./audit/AuditScreen")).AuditScreen),
  },
  {
    path: desk.settings,
    needs: "readSettings",
    Screen: screen(
      ["deskContent", "deskSettings", "deskWebhooks"],
      async () => (await import("./settings/SettingsScreen")).SettingsScreen,
    ),
  },
  {
    path: desk.diagnostics,
    needs: "runProgramme",
    Screen: screen(
      ["deskDiagnostics", "deskSettings"],
      async () => (await import("./diagnostics/DiagnosticsScreen")).DiagnosticsScreen,
    ),
  },
  {
    path: desk.account,
    needs: undefined,
    Screen: screen(
      ["deskAccount", "account"],
      async () => (await import("./account/AccountScreen")).AccountScreen,
    ),
  },
];

/** The screens that a role may see; the address of another screen leads to its first one, and any other is told apart. */
export function DeskRoutes({ me: { role, enrolmentRequired } }: { me: Staff }) {
  // The server lets such a session do nothing else.
  if (enrolmentRequired) return <Enrolment waiting={waiting} />;
  const first = ENTRIES.find(({ needs }) => may(role, needs));
  return (
    <Routes>
      {SCREENS.filter(({ needs }) => needs === undefined || may(role, needs)).map(({ path, Screen }) => (
        <Route key={path} path={below(path)} element={<Screen waiting={waiting} />} />
      ))}
      {[...SCREENS.map(({ path }) => below(path)), ""].map((path) => (
        <Route
          key={`not ${path}`}
          path={path}
          element={<Navigate to={first?.to ?? desk.account} replace />}
        />
      ))}
      <Route path="*" element={<NotHere first={first?.to ?? desk.account} />} />
    </Routes>
  );
}
