import { Route, Routes } from "react-router";
import css from "./admin.module.css";
import { NotFound } from "./entry/NotFound";
import { lazyScreen as screen } from "./lazyScreen";
import { belowPortal, portalPaths } from "./portal/paths";
import type { Staff } from "./roles";
import { Enrolment } from "./screens";

const waiting = <div className={css.body} aria-busy="true" />;

const SCREENS = [
  {
    path: portalPaths.home,
    Screen: screen(["portal"], async () => (await import("./portal/home/PortalHome")).PortalHome),
  },
  {
    path: portalPaths.sales,
    Screen: screen(["portal"], async () => (await import("./portal/sales/SalesScreen")).SalesScreen),
  },
  {
    path: portalPaths.rewards,
    Screen: screen(
      ["portal", "adminItems"],
      async () => (await import("./portal/rewards/OwnRewardsScreen")).OwnRewardsScreen,
    ),
  },
  {
    path: portalPaths.proposals,
    Screen: screen(
      ["portal", "adminProposals"],
      async () => (await import("./portal/proposals/OwnProposalsScreen")).OwnProposalsScreen,
    ),
  },
  {
    path: `${portalPaths.proposals}/:id`,
    Screen: screen(
      ["portal", "adminProposals", "adminContent", "adminItems", "adminArticles", "adminRules"],
      async () => (await import("./portal/proposals/ProposalEditor")).ProposalEditor,
    ),
  },
  {
    path: portalPaths.customers,
    Screen: screen(
      ["portal"],
      async () => (await import("./portal/customers/CustomersScreen")).CustomersScreen,
    ),
  },
  {
    path: portalPaths.cashiers,
    Screen: screen(
      ["portal", "adminCounters"],
      async () => (await import("./portal/team/CashiersScreen")).CashiersScreen,
    ),
  },
  {
    path: portalPaths.tills,
    Screen: screen(
      ["portal", "adminCounters"],
      async () => (await import("./portal/team/TillsScreen")).TillsScreen,
    ),
  },
  {
    path: portalPaths.bills,
    Screen: screen(
      ["portal", "adminBills"],
      async () => (await import("./portal/money/OwnBillScreen")).OwnBillScreen,
    ),
  },
  {
    path: portalPaths.carbon,
    Screen: screen(
      ["adminCarbon", "adminReports"],
      async () => (await import("./catalogue/carbon/OwnCarbonScreen")).OwnCarbonScreen,
    ),
  },
  {
    path: portalPaths.account,
    Screen: screen(
      ["adminAccount", "account"],
      async () => (await import("./entry/account/AccountScreen")).AccountScreen,
    ),
  },
];

/** The pages of the portal. */
export function PortalRoutes({ me: { enrolmentRequired } }: { me: Staff }) {
  // The server allows such a session only to set up the second factor.
  if (enrolmentRequired) return <Enrolment waiting={waiting} />;
  return (
    <Routes>
      {SCREENS.map(({ path, Screen }) => (
        <Route key={path} path={belowPortal(path)} element={<Screen waiting={waiting} />} />
      ))}
      <Route path="*" element={<NotFound first={portalPaths.home} />} />
    </Routes>
  );
}
