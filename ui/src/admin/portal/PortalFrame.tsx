import { useQuery } from "@tanstack/react-query";
import { type ComponentType, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { localized, useLanguage } from "../../i18n/language";
import { Modal } from "../../kit/dialog/Dialog";
import { Toaster } from "../../kit/dialog/Toaster";
import type { IconProps } from "../../kit/icons/Icon";
import { DashboardIcon, MembersIcon } from "../../kit/icons/icons-admin";
import { MenuIcon, RedeemIcon, UserIcon } from "../../kit/icons/icons-basic";
import { LeafIcon, MailIcon, ReceiptIcon } from "../../kit/icons/icons-member";
import { ChartIcon, TillIcon } from "../../kit/icons/icons-portal";
import { OfflineBanner } from "../../kit/screen/Frame";
import text from "../../kit/styles/text.module.css";
import css from "../admin.module.css";
import side from "../entry/frame/AdminFrame.module.css";
import { Logo, SidePrint } from "../entry/frame/Logo";
import { MeMenu } from "../entry/frame/MeMenu";
import { PortalRoutes } from "../PortalRoutes";
import type { Staff } from "../roles";
import own from "./Portal.module.css";
import { portalPaths } from "./paths";
import { partnerQuery } from "./portal";
import { useAskedChanges } from "./proposals/useAskedChanges";

interface Page {
  key: "home" | "sales" | "rewards" | "proposals" | "customers" | "cashiers" | "tills" | "bills" | "carbon";
  to: string;
  Icon: ComponentType<IconProps>;
  /** True if the bar of a phone has the page. The other pages are under More. */
  tab: boolean;
}

const PAGES: readonly Page[] = [
  { key: "home", to: portalPaths.home, Icon: DashboardIcon, tab: true },
  { key: "sales", to: portalPaths.sales, Icon: ChartIcon, tab: true },
  { key: "rewards", to: portalPaths.rewards, Icon: RedeemIcon, tab: true },
  { key: "proposals", to: portalPaths.proposals, Icon: MailIcon, tab: false },
  { key: "customers", to: portalPaths.customers, Icon: MembersIcon, tab: false },
  { key: "cashiers", to: portalPaths.cashiers, Icon: UserIcon, tab: true },
  { key: "tills", to: portalPaths.tills, Icon: TillIcon, tab: false },
  { key: "bills", to: portalPaths.bills, Icon: ReceiptIcon, tab: false },
  { key: "carbon", to: portalPaths.carbon, Icon: LeafIcon, tab: false },
];

/** The page of an address: the most specific one that is the address or stands above it. */
function pageOf(pathname: string): Page | undefined {
  const above = PAGES.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return above.sort((a, b) => b.to.length - a.to.length)[0];
}

/** The portal of a partner: a sidebar, on tablets a rail of icons, on phones a bar of tabs, and the current page. */
export function PortalFrame({ me }: { me: Staff }) {
  const { t } = useTranslation("portal");
  const { t: common } = useTranslation("admin");
  const { pathname } = useLocation();
  const [menu, setMenu] = useState(false);
  useEffect(() => {
    window.scrollTo(0, 0);
    setMenu(false);
    // Moves the focus to the heading, so that screen readers announce a new page.
    if (pathname) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [pathname]);
  const here = pageOf(pathname);
  return (
    <div className={`${css.admin} ${own.portal}`}>
      <a className={side.skip} href="#content">
        {common("frame.skip")}
      </a>
      <div className={`${side.side} ${side.fixed}`}>
        <Side me={me} here={here} />
      </div>
      <header className={own.bar}>
        <OwnPartner />
      </header>
      <div className={css.deck}>
        <OfflineBanner />
        <PortalRoutes me={me} />
      </div>
      {!me.enrolmentRequired && (
        <nav className={own.tabs} aria-label={t("tabs")}>
          {PAGES.filter(({ tab }) => tab).map(({ key, to, Icon }) => (
            <Link key={key} to={to} aria-current={here?.key === key ? "page" : undefined}>
              <Icon size={24} />
              <span>{t(`nav.${key}`)}</span>
            </Link>
          ))}
          <button type="button" aria-haspopup="dialog" onClick={() => setMenu(true)}>
            <MenuIcon size={24} />
            <span>{t("nav.more")}</span>
          </button>
        </nav>
      )}
      {menu && <PhoneMenu me={me} here={here} onClose={() => setMenu(false)} />}
      <div className={css.toasts}>
        <Toaster />
      </div>
    </div>
  );
}

/** The name of the manager's partner. */
function OwnPartner() {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const { data } = useQuery(partnerQuery());
  return (
    <div className={own.partner}>
      {data?.logo && <img src={data.logo} alt="" width={40} height={40} />}
      <p>
        <b>{data && localized(data.name, language)}</b>
        {t("name")}
      </p>
    </div>
  );
}

interface SideProps {
  me: Staff;
  here: Page | undefined;
  onLeave?: () => void;
}

function Side({ me, here, onLeave }: SideProps) {
  const { t } = useTranslation("portal");
  const { t: common } = useTranslation("admin");
  const asked = useAskedChanges(!me.enrolmentRequired);
  return (
    <>
      <SidePrint />
      <Logo />
      <OwnPartner />
      <nav className={side.nav} aria-label={common("frame.nav")}>
        {!me.enrolmentRequired &&
          PAGES.map(({ key, to, Icon }) => (
            <Link
              key={key}
              to={to}
              title={t(`nav.${key}`)}
              aria-current={here?.key === key ? "page" : undefined}
              onClick={onLeave}
            >
              <Icon size={22} />
              <span className={side.label}>{t(`nav.${key}`)}</span>
              {key === "proposals" && asked > 0 && (
                <span className={side.count}>
                  {asked}
                  <span className={text.sr}>{t("nav.asked")}</span>
                </span>
              )}
            </Link>
          ))}
      </nav>
      <MeMenu me={me} {...(onLeave ? { onLeave } : {})} />
    </>
  );
}

function PhoneMenu({ me, here, onClose }: { me: Staff; here: Page | undefined; onClose(): void }) {
  const { t } = useTranslation("portal");
  const id = useId();
  return (
    <Modal className={side.sheet} labelledBy={id} onClose={onClose} light>
      <h2 id={id} className={text.sr}>
        {t("nav.more")}
      </h2>
      <div className={side.side}>
        <Side me={me} here={here} onLeave={onClose} />
      </div>
    </Modal>
  );
}
