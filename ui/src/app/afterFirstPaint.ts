import i18next from "i18next";
import { call } from "../api/call";
import { cachedUser, userQuery } from "../api/member";
import { queryClient } from "../api/queries";
import { isGoingOut, onSessionEnd } from "../api/session";
import { applyAppearance, savedAppearance } from "../device/appearance";
import { wordsOf } from "../i18n/i18n";
import { LANGUAGES, languageOf } from "../i18n/language";
import { followLanguage } from "../i18n/switch";
import { statementQuery } from "../member/points/statement";
import { redemptionsQuery } from "../member/rewards/redemptions";
import { LazyContactRows } from "../shared/LazyContactRows";
import { paths } from "../shared/paths";
import { runWhenIdle } from "./idleQueue";
import { startServiceWorker } from "./serviceWorker";

export { LazyContactRows };

/** The screens that a tap leads to, which then shows the screen itself and no grey boxes in place of it. */
const AHEAD = [paths.profile, paths.points, paths.saved, paths.redeem, paths.explorer, paths.article];

/** The apps of staff and of shops, on the same page. */
const STAFF_APPS = /^\/(admin|merchant)(\/|$)/;

/**
 * Everything that can wait until the first screen is there. `pathname` is where the app was opened, `preload`
 * fetches the code of screens that are worth having before they are asked for, and `isGuarded` tells whether a screen is
 * for members.
 */
export function afterFirstPaint(
  pathname: string,
  preload: (path: string) => { code: Promise<unknown> },
  isGuarded: (path: string) => boolean,
) {
  i18next.on("languageChanged", describeApp);
  window.addEventListener("storage", followOtherTabs);
  const inDesk = STAFF_APPS.test(pathname);
  if (!inDesk) forEachSignIn(isGuarded(pathname), (isThere) => fetchForMember(isThere, preload));
  runWhenIdle([() => countStart(pathname), describeApp]);
  // In development every change of a file would be a new version. It takes its time, and holds nobody up.
  if (import.meta.env.PROD) runWhenIdle([() => void startServiceWorker().catch(() => {})]);
  if (inDesk) return;
  // Every word that a member meets, in the languages that are not on screen as well: switching needs no line then.
  runWhenIdle(LANGUAGES.map((language) => () => wordsOf(language, "guide")));
  // For a crash that comes of a line that is cut.
  runWhenIdle([() => LazyContactRows.load()]);
  // Whoever logs in finds Home's code there already.
  runWhenIdle([() => preload(paths.home).code]);
}

function fetchForMember(isThere: () => boolean, preload: (path: string) => { code: Promise<unknown> }) {
  runWhenIdle([
    // The member's code, the history and the coupons are kept for a time without a line, seen or not.
    () => isThere() && queryClient.prefetchQuery(userQuery()),
    () => isThere() && queryClient.prefetchInfiniteQuery(statementQuery()),
    () => isThere() && queryClient.prefetchQuery(redemptionsQuery("coupon")),
    ...AHEAD.map((path) => () => preload(path).code),
  ]);
}

/**
 * Does it for each member who logs in while the page is open, and for one who comes signed in; not before that is sure:
 * on the way in and on its neighbours, a cookie of a session that is over would have it ended in front of a visitor.
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
  // Every log in brings the member's own record.
  queryClient.getQueryCache().subscribe(({ query, type }) => {
    if (query.queryKey[0] === "user" && type === "updated") look();
  });
}

/** Languages and looks are of the device: what another tab chose is worn here too. */
function followOtherTabs() {
  applyAppearance(savedAppearance());
  void followLanguage();
}

/** One view a start, by screen: ids, tokens and queries stay here. */
function countStart(pathname: string) {
  const path = `/${pathname.split("/")[1] ?? ""}`;
  call("post", "/api/analytics/pageview", { body: { path } }).catch(() => {});
}

/** Tells the device what to call the app, should the member install it: in the language on screen. */
function describeApp() {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const app = /^\/merchant(\/|$)/.test(window.location.pathname) ? "counter." : "";
  link?.setAttribute("href", `/manifest.${app}${languageOf(i18next.language)}.webmanifest`);
}
