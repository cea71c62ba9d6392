import type { ComponentType } from "react";
import { matchPath, Route, Routes } from "react-router";
import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";
import { NotLoaded } from "../kit/loading/NotLoaded";
import { setMessageScreenLoader } from "../kit/loading/preloadMessageScreen";
import { ScreenWaiting } from "../kit/loading/Skeletons";
import { OpenFrame } from "../member/frame/OpenFrame";
import { PhoneFrame } from "../member/frame/PhoneFrame";
import { PlainMessage } from "../member/message/PlainMessage";
import { paths, staffPaths } from "../shared/paths";

interface Entry {
  path: string;
  /** The namespaces of its texts. */
  words: readonly string[];
  Screen: ReturnType<typeof lazyComponent<object>>;
}

/** A screen in its own chunk. Its texts load in parallel with the code. */
function screen(path: string, named: string | readonly string[], load: () => Promise<ComponentType>): Entry {
  const words = [named].flat();
  return {
    path,
    words,
    Screen: lazyComponent(async () => {
      const [component] = await Promise.all([load(), loadWords(words)]);
      return component;
    }),
  };
}

/** Screens for everybody. */
const open = [
  screen(paths.login, "login", async () => (await import("../member/login/LoginScreen")).LoginScreen),
  screen(
    paths.forgot,
    ["forgot", "account"],
    async () => (await import("../member/forgot/ForgotScreen")).ForgotScreen,
  ),
  screen(
    paths.message,
    "message",
    async () => (await import("../member/message/MessageScreen")).MessageScreen,
  ),
  screen(
    paths.signup,
    ["signup", "account"],
    async () => (await import("../member/signup/SignupScreen")).SignupScreen,
  ),
  screen(
    paths.reset,
    ["reset", "account"],
    async () => (await import("../member/reset/ResetScreen")).ResetScreen,
  ),
  screen(
    paths.privacy,
    "privacy",
    async () => (await import("../member/privacy/PrivacyScreen")).PrivacyScreen,
  ),
  screen(
    paths.unsubscribe,
    "messages",
    async () => (await import("../member/messages/MessagesScreen")).UnsubscribeScreen,
  ),
];

/** The screen for an unknown address. */
const lost = screen(
  "*",
  "message",
  async () => (await import("../member/message/NotFoundScreen")).NotFoundScreen,
);

/** Screens for members; the guard sends visitors to log in. */
const guarded = [
  screen(paths.home, "home", async () => (await import("../member/home/HomeScreen")).HomeScreen),
  screen(
    paths.explorer,
    "explorer",
    async () => (await import("../member/explorer/ExplorerScreen")).ExplorerScreen,
  ),
  screen(
    paths.rewards,
    "rewards",
    async () => (await import("../member/rewards/RewardsScreen")).RewardsScreen,
  ),
  screen(paths.redeem, "redeem", async () => (await import("../member/redeem/RedeemScreen")).RedeemScreen),
  screen(
    paths.saved,
    ["saved", "rewards"],
    async () => (await import("../member/rewards/SavedScreen")).SavedScreen,
  ),
  screen(paths.edit, ["edit", "account"], async () => (await import("../member/edit/EditScreen")).EditScreen),
  screen(
    paths.settings,
    "settings",
    async () => (await import("../member/settings/SettingsScreen")).SettingsScreen,
  ),
  screen(
    paths.messages,
    "messages",
    async () => (await import("../member/messages/MessagesScreen")).MessagesScreen,
  ),
  screen(paths.guide, "guide", async () => (await import("../member/guide/GuideScreen")).GuideScreen),
  screen(
    paths.profile,
    "profile",
    async () => (await import("../member/profile/ProfileScreen")).ProfileScreen,
  ),
  screen(paths.points, "points", async () => (await import("../member/points/PointsScreen")).PointsScreen),
  screen(paths.carbon, "carbon", async () => (await import("../member/carbon/TreeScreen")).TreeScreen),
  screen(
    paths.carbonMethod,
    "carbon",
    async () => (await import("../member/carbon/MethodScreen")).MethodScreen,
  ),
  screen(
    paths.statements,
    "points",
    async () => (await import("../member/statements/StatementsScreen")).StatementsScreen,
  ),
  screen(
    paths.transfer,
    "transfer",
    async () => (await import("../member/transfer/TransferScreen")).TransferScreen,
  ),
  screen(
    paths.notifications,
    "notifications",
    async () => (await import("../member/notifications/NotificationsScreen")).NotificationsScreen,
  ),
  screen(
    paths.article,
    "article",
    async () => (await import("../member/article/ArticleScreen")).ArticleScreen,
  ),
  screen(
    paths.partner,
    ["partner", "explorer"],
    async () => (await import("../member/explorer/PartnerScreen")).PartnerScreen,
  ),
  screen(paths.claims, "claims", async () => (await import("../member/claims/ClaimsScreen")).ClaimsScreen),
  screen(
    paths.newClaim,
    "claims",
    async () => (await import("../member/claims/NewClaimScreen")).NewClaimScreen,
  ),
  screen(paths.claim, "claims", async () => (await import("../member/claims/ClaimScreen")).ClaimScreen),
  screen(paths.scan, "scan", async () => (await import("../member/scan/ScanScreen")).ScanScreen),
];

/** Screens for staff, on a desktop or a phone, without the phone frame and the member's guard. */
const staff = [
  screen(
    staffPaths.setup,
    ["setup", "account"],
    async () => (await import("../admin/entry/setup/SetupScreen")).SetupScreen,
  ),
  screen(staffPaths.admin, "admin", async () => (await import("../admin/AdminApp")).AdminApp),
  screen(
    staffPaths.merchant,
    ["counter", "scan"],
    async () => (await import("../merchant/CounterApp")).CounterApp,
  ),
];

// In its own chunk, so that the login does not load the tab bar and its menu.
const MemberFrame = lazyComponent(async () => (await import("../member/frame/MemberFrame")).MemberFrame);

const waiting = <ScreenWaiting />;
// The tab bar and the back button stay when one screen fails to load.
const missing = () => <NotLoaded home={paths.home} />;
const missingMessage = () => <PlainMessage />;

const routesOf = (entries: readonly Entry[]) =>
  entries.map(({ path, Screen }) => (
    <Route
      key={path}
      path={path}
      element={<Screen waiting={waiting} missing={path === paths.message ? missingMessage : missing} />}
    />
  ));

const openRoutes = routesOf([...open, lost]);
const guardedRoutes = routesOf(guarded);
const staffRoutes = staff.map(({ path, Screen }) => (
  <Route key={path} path={path} element={<Screen missing={() => <NotLoaded />} />} />
));

/** Whether the screen at `pathname` is for members only. */
export const isGuarded = (pathname: string) => guarded.some(({ path }) => matchPath(path, pathname));

export function AppRoutes() {
  return (
    <Routes>
      {staffRoutes}
      <Route element={<PhoneFrame isGuarded={isGuarded} />}>
        <Route element={<OpenFrame />}>{openRoutes}</Route>
        <Route element={<MemberFrame waiting={waiting} missing={missing} />}>{guardedRoutes}</Route>
      </Route>
    </Routes>
  );
}

/**
 * Starts to fetch the screen at `pathname` before the app has started. Returns the screen's namespaces, and a
 * promise that settles when the code is loaded or has failed. The screen itself shows a failure.
 */
export function preload(pathname: string): { words: readonly string[]; code: Promise<unknown> } {
  const entry = [...open, ...guarded, ...staff, lost].find(({ path }) => matchPath(path, pathname));
  const frame = entry && guarded.includes(entry) ? MemberFrame : undefined;
  return { words: entry?.words ?? [], code: Promise.allSettled([entry?.Screen.load(), frame?.load()]) };
}

setMessageScreenLoader(() => void preload(paths.message));
