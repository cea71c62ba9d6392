import type { ComponentType } from "react";
import { matchPath, Route, Routes } from "react-router";
import { loadWords } from "../i18n/i18n";
import { lazyComponent, renderNothing } from "../kit/loading/lazyComponent";
import { NotLoaded } from "../kit/loading/NotLoaded";
import { setMessageScreenLoader } from "../kit/loading/preloadMessageScreen";
import { ScreenWaiting } from "../kit/loading/Skeletons";
import { BelowFailure } from "../kit/loading/States";
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

/** A screen in its own chunk, exported as `name`. Its texts load in parallel with the code. */
function screen<Name extends string>(
  path: string,
  named: string | readonly string[],
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Entry {
  const words = [named].flat();
  return {
    path,
    words,
    Screen: lazyComponent(async () => {
      const [module] = await Promise.all([load(), loadWords(words)]);
      return module[name];
    }),
  };
}

/** Screens for everybody. */
const open = [
  screen(paths.login, "login", () => import("../member/login/LoginScreen"), "LoginScreen"),
  screen(paths.forgot, ["forgot", "account"], () => import("../member/forgot/ForgotScreen"), "ForgotScreen"),
  screen(paths.message, "message", () => import("../member/message/MessageScreen"), "MessageScreen"),
  screen(paths.signup, ["signup", "account"], () => import("../member/signup/SignupScreen"), "SignupScreen"),
  screen(paths.invite, "invite", () => import("../member/invite/InviteScreen"), "InviteScreen"),
  screen(paths.reset, ["reset", "account"], () => import("../member/reset/ResetScreen"), "ResetScreen"),
  screen(paths.help, "help", () => import("../member/help/HelpScreen"), "HelpScreen"),
  screen(paths.privacy, "privacy", () => import("../member/privacy/PrivacyScreen"), "PrivacyScreen"),
  screen(
    paths.unsubscribe,
    "messages",
    () => import("../member/messages/MessagesScreen"),
    "UnsubscribeScreen",
  ),
];

/** The screen for an unknown address. */
const lost = screen("*", "message", () => import("../member/message/NotFoundScreen"), "NotFoundScreen");

/** Screens for members; the guard sends visitors to log in. */
const guarded = [
  screen(paths.home, "home", () => import("../member/home/HomeScreen"), "HomeScreen"),
  screen(paths.explorer, "explorer", () => import("../member/explorer/ExplorerScreen"), "ExplorerScreen"),
  screen(paths.rewards, "rewards", () => import("../member/rewards/RewardsScreen"), "RewardsScreen"),
  screen(paths.redeem, "redeem", () => import("../member/redeem/RedeemScreen"), "RedeemScreen"),
  screen(paths.saved, ["saved", "rewards"], () => import("../member/rewards/SavedScreen"), "SavedScreen"),
  screen(paths.edit, ["edit", "account"], () => import("../member/edit/EditScreen"), "EditScreen"),
  screen(paths.face, "edit", () => import("../member/face/FaceScreen"), "FaceScreen"),
  screen(paths.settings, "settings", () => import("../member/settings/SettingsScreen"), "SettingsScreen"),
  screen(paths.messages, "messages", () => import("../member/messages/MessagesScreen"), "MessagesScreen"),
  screen(paths.guide, "guide", () => import("../member/guide/GuideScreen"), "GuideScreen"),
  screen(paths.profile, "profile", () => import("../member/profile/ProfileScreen"), "ProfileScreen"),
  screen(paths.points, "points", () => import("../member/points/PointsScreen"), "PointsScreen"),
  screen(paths.goals, "goals", () => import("../member/goals/GoalsScreen"), "GoalsScreen"),
  screen(paths.carbon, "carbon", () => import("../member/carbon/screens"), "TreeScreen"),
  screen(paths.carbonMethod, "carbon", () => import("../member/carbon/screens"), "MethodScreen"),
  screen(
    paths.statements,
    "points",
    () => import("../member/statements/StatementsScreen"),
    "StatementsScreen",
  ),
  screen(paths.newTerms, "terms", () => import("../member/terms/TermsScreen"), "TermsScreen"),
  screen(paths.transfer, "transfer", () => import("../member/transfer/TransferScreen"), "TransferScreen"),
  screen(
    paths.notifications,
    "notifications",
    () => import("../member/notifications/NotificationsScreen"),
    "NotificationsScreen",
  ),
  screen(paths.article, "article", () => import("../member/article/ArticleScreen"), "ArticleScreen"),
  screen(
    paths.partner,
    ["partner", "explorer"],
    () => import("../member/explorer/PartnerScreen"),
    "PartnerScreen",
  ),
  screen(
    paths.outlets,
    ["partner", "explorer"],
    () => import("../member/explorer/OutletsScreen"),
    "OutletsScreen",
  ),
  screen(paths.claims, "claims", () => import("../member/claims/screens"), "ClaimsScreen"),
  screen(paths.newClaim, "claims", () => import("../member/claims/screens"), "NewClaimScreen"),
  screen(paths.claim, "claims", () => import("../member/claims/screens"), "ClaimScreen"),
  screen(paths.scan, "scan", () => import("../member/scan/ScanScreen"), "ScanScreen"),
  screen(paths.earn, "scan", () => import("../member/scan/ScanScreen"), "ScanScreen"),
];

/** Screens for staff, on a desktop or a phone, without the phone frame and the member's guard. */
const staff = [
  screen(
    staffPaths.setup,
    ["setup", "account"],
    () => import("../admin/entry/setup/SetupScreen"),
    "SetupScreen",
  ),
  screen(staffPaths.admin, "admin", () => import("../admin/AdminApp"), "AdminApp"),
  // Before the counter, whose address contains this one.
  screen(staffPaths.portal, ["admin", "portal"], () => import("../admin/portal/PortalApp"), "PortalApp"),
  screen(staffPaths.merchant, ["counter", "scan"], () => import("../merchant/CounterApp"), "CounterApp"),
];

// In its own chunk, so that the login does not load the tab bar and its menu.
const MemberFrame = lazyComponent(async () => (await import("../member/frame/MemberFrame")).MemberFrame);

// Few members see a failure, so the link to help is in the code that the app prefetches.
const Help = lazyComponent(async () => (await import("./afterFirstPaint")).HelpLink);

const help = <Help missing={renderNothing} />;
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

/** Returns whether the screen at `pathname` is for members only. */
export const isGuarded = (pathname: string) => guarded.some(({ path }) => matchPath(path, pathname));

export function AppRoutes() {
  return (
    <Routes>
      {staffRoutes}
      <Route
        element={
          <BelowFailure.Provider value={help}>
            <PhoneFrame isGuarded={isGuarded} />
          </BelowFailure.Provider>
        }
      >
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
export function preload(pathname: string): {
  words: readonly string[];
  code: Promise<PromiseSettledResult<unknown>[]>;
} {
  const entry = [...open, ...guarded, ...staff, lost].find(({ path }) => matchPath(path, pathname));
  const frame = entry && guarded.includes(entry) ? MemberFrame : undefined;
  return { words: entry?.words ?? [], code: Promise.allSettled([entry?.Screen.load(), frame?.load()]) };
}

setMessageScreenLoader(() => void preload(paths.message));
