import { useTranslation } from "react-i18next";
import { matchPath, Outlet, useLocation, useNavigate } from "react-router";
import { cachedUser } from "../../api/member";
import { screens } from "../../device/transition";
import { ExploreIcon, HomeIcon, RedeemIcon, SavedIcon } from "../../kit/icons/icons-basic";
import { firstScreenSeen } from "../../kit/loading/firstScreenSeen";
import { lazyComponent, renderNothing } from "../../kit/loading/lazyComponent";
import { Avatar } from "../../kit/screen/Avatar";
import { ScreenFrameContext } from "../../kit/screen/Screen";
import { TabBar, type TabEntry, TabMenu } from "../../kit/screen/TabBar";
import { paths } from "../../shared/paths";
import { Guard } from "./Guard";
import { useBack } from "./useBack";
import { useRestoredScroll } from "./useRestoredScroll";

const Standing = lazyComponent(async () => {
  await firstScreenSeen();
  return (await import("./LiveMember")).LiveMember;
});

// Screens that fill the window and have their own back button.
const WITHOUT_BAR: readonly string[] = [paths.scan, paths.article, paths.partner, paths.newTerms];
// Screens with little room for the bar. Opened directly they have no back icon and need the bar.
const BACK_WILL_DO: readonly string[] = [paths.transfer, paths.edit, paths.face, paths.notifications];

const hidesBar = (state: unknown) =>
  typeof state === "object" && state !== null && "withoutBar" in state && state.withoutBar === true;

/** Wraps every guarded screen: the guard, the tab bar, and the menu that replaces the bar in landscape. */
export function MemberFrame() {
  const { t } = useTranslation();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const back = useBack();
  const arrive = useRestoredScroll();
  const barless = back ? [...WITHOUT_BAR, ...BACK_WILL_DO] : WITHOUT_BAR;
  const entry = (to: string, label: string, icon: TabEntry["icon"]): TabEntry => ({
    to,
    label,
    icon,
    current: pathname === to,
  });
  const me = cachedUser();
  const entries = [
    entry(paths.home, t("nav.home"), <HomeIcon size={26} />),
    entry(paths.explorer, t("nav.explore"), <ExploreIcon size={26} />),
    entry(paths.profile, t("nav.me"), <Avatar size={64} face={me?.face} initials={me?.initials} />),
    entry(paths.redeem, t("nav.redeem"), <RedeemIcon size={26} />),
    entry(paths.saved, t("nav.saved"), <SavedIcon size={26} />),
  ];
  const hidden = barless.some((path) => matchPath(path, pathname)) || hidesBar(state);
  const choose = (to: string) => screens.change(to, () => navigate(to));
  const bar = !hidden && <TabBar entries={entries} onChoose={choose} />;
  return (
    <ScreenFrameContext.Provider value={{ back, arrive, menu: <TabMenu entries={entries} /> }}>
      <Guard bar={bar}>
        <Standing missing={renderNothing} />
        <Outlet />
        {bar}
      </Guard>
    </ScreenFrameContext.Provider>
  );
}
