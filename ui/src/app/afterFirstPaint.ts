import i18next from "i18next";
import { call } from "../api/call";
import { cachedUser, userQuery } from "../api/member";
import { queryClient } from "../api/queries";
import { isGoingOut, onSessionEnd } from "../api/session";
import { applyAppearance, savedAppearance } from "../device/appearance";
import { screenIsLoaded } from "../device/viewTransition";
import { wordsOf } from "../i18n/i18n";
import { LANGUAGES, languageOf } from "../i18n/language";
import { followLanguage } from "../i18n/switch";
import { redemptionsQuery } from "../member/rewards/redemptions";
import { LazyContactRows } from "../shared/LazyContactRows";
import { paths } from "../shared/paths";
import { statementQuery } from "../shared/statement";
import { HelpLink } from "./HelpLink";
import { runWhenIdle } from "./idleQueue";
import { startServiceWorker } from "./serviceWorker";

export { HelpLink, LazyContactRows };

/** Screens to prefetch, so that a tap shows the screen at once and no placeholder. */
const AHEAD = [
  paths.profile,
  paths.points,
  paths.saved,
  paths.redeem,
  paths.explorer,
  paths.article,
  paths.home,
];

/** Fetches a screen's code, in parts of which each may fail. */
type Preload = (path: string) => { code: Promise<PromiseSettledResult<unknown>[]> };

/** The apps of staff and of shops, which this page serves too. */
const STAFF_APPS = /^\/(admin|merchant)(\/|$)/;

/**
 * Everything that can wait until the first screen is shown. `pathname` is where the app was opened, `preload`
 * fetches a screen's code in advance, and `isGuarded` tells whether a screen is for members.
 */
export function afterFirstPaint(pathname: string, preload: Preload, isGuarded: (path: string) => boolean) {
  i18next.on("languageChanged", describeApp);
  window.addEventListener("storage", followOtherTabs);
  const inDesk = STAFF_APPS.test(pathname);
  if (!inDesk) forEachSignIn(isGuarded(pathname), (isThere) => fetchForMember(isThere, preload));
  runWhenIdle([() => countStart(pathname), describeApp]);
  // Not in development, where each change of a file would be a new version. Registration may take its time.
  if (import.meta.env.PROD) runWhenIdle([() => void startServiceWorker().catch(() => {})]);
  if (inDesk) return;
  // All texts for members in all languages, so that switching the language works offline.
  runWhenIdle(LANGUAGES.map((language) => () => wordsOf(language, "guide")));
  // For a crash that was caused by a network error.
  runWhenIdle([() => LazyContactRows.load()]);
  // Home's code is then ready when a visitor logs in.
  runWhenIdle([() => preload(paths.home).code]);
}

function fetchForMember(isThere: () => boolean, preload: Preload) {
  runWhenIdle([
    // Kept for offline use, even if the member has not opened these screens.
    () => isThere() && queryClient.prefetchQuery(userQuery()),
    () => isThere() && queryClient.prefetchInfiniteQuery(statementQuery()),
    () => isThere() && queryClient.prefetchQuery(redemptionsQuery("coupon")),
    ...AHEAD.map((path) => async () => {
      const parts = await preload(path).code;
      if (parts.every(({ status }) => status === "fulfilled")) screenIsLoaded(path);
    }),
  ]);
}

/**
 * Runs `work` for each member who logs in while the page is open, and for one who is already signed in. If
 * not `sure`, it waits until the session is confirmed: otherwise an expired session's cookie would show a
 * visitor on the login screen that a session ended.
 */
function forEachSignIn(sure: boolean, work: (isThere: () => boolean) => void) {
  let done: string | undefined;
  const look = () => {
    const member = cachedUser()?._id;
    if (member === done) return;
    done = member;
    if (member) work(() => done === member && !isGoingOut());
  };
  if (sure || queryClient.getQueryData(userQuery().queryKey)) look();
  onSessionEnd(() => {
    done = undefined;
  });
  // Each login loads the member's own record.
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryKey[0] === "user" && type === "updated") look();
  });
}

/** Language and appearance belong to the device: apply what another tab chose. */
function followOtherTabs() {
  applyAppearance(savedAppearance());
  void followLanguage();
}

/** Counts one page view per start, by screen. Ids, tokens and query strings are not sent. */
function countStart(pathname: string) {
  const path = `/${pathname.split("/")[1] ?? ""}`;
  call("post", "/api/analytics/pageview", { body: { path } }).catch(() => {});
}

/** Sets the manifest for an installation of the app, in the language on screen. */
function describeApp() {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const app = /^\/merchant(\/|$)/.test(window.location.pathname) ? "counter." : "";
  link?.setAttribute("href", `/manifest.${app}${languageOf(i18next.language)}.webmanifest`);
}
