import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { IconButton } from "../../../kit/buttons/Button";
import { Modal } from "../../../kit/dialog/Dialog";
import { Toaster } from "../../../kit/dialog/Toaster";
import { MenuIcon } from "../../../kit/icons/icons-basic";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { queueQuery } from "../../money/settlements/settlements";
import { adminPaths } from "../../paths";
import { may, type Staff } from "../../roles";
import { AdminRoutes } from "../../routes";
import own from "./AdminFrame.module.css";
import { Alarms } from "./Alarms";
import { Logo, SidePrint } from "./Logo";
import { MeMenu } from "./MeMenu";
import { ENTRIES } from "./nav";

/** The navigation (sidebar, rail or menu) and the current screen. */
export function AdminFrame({ me }: { me: Staff }) {
  const { t } = useTranslation("admin");
  const { pathname } = useLocation();
  // A transaction opens beside its list, which stays mounted.
  const screen = pathname.startsWith(`${adminPaths.transactions}/`) ? adminPaths.transactions : pathname;
  const [menu, setMenu] = useState(false);
  useEffect(() => {
    window.scrollTo(0, 0);
    setMenu(false);
    // Moves the focus to the heading, so that screen readers announce a new screen.
    if (screen) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [screen]);
  return (
    <div className={css.admin}>
      <a className={own.skip} href="#content">
        {t("frame.skip")}
      </a>
      <div className={`${own.side} ${own.fixed}`}>
        <Side me={me} />
      </div>
      <header className={own.bar}>
        <IconButton label={t("frame.menu")} onClick={() => setMenu(true)}>
          <MenuIcon />
        </IconButton>
        <Logo height={26} />
      </header>
      {menu && <PhoneMenu me={me} onClose={() => setMenu(false)} />}
      <div className={css.deck}>
        <Alarms me={me} />
        <AdminRoutes me={me} />
      </div>
      <div className={css.toasts}>
        <Toaster />
      </div>
    </div>
  );
}

function Side({ me, onLeave }: { me: Staff; onLeave?: () => void }) {
  return (
    <>
      <SidePrint />
      <Logo />
      <Nav me={me} />
      <MeMenu me={me} {...(onLeave ? { onLeave } : {})} />
    </>
  );
}

function Nav({ me }: { me: Staff }) {
  const { t } = useTranslation("admin");
  const waiting = useQuery({
    ...queueQuery(),
    enabled: may(me.role, "readBooks") && !me.enrolmentRequired,
  });
  const shown = me.enrolmentRequired ? [] : ENTRIES.filter(({ needs }) => may(me.role, needs));
  return (
    <nav className={own.nav} aria-label={t("frame.nav")}>
      {shown.map(({ key, to, Icon }) => (
        <NavEntry
          key={key}
          to={to}
          label={t(`nav.${key}`)}
          count={key === "settlement" ? waiting.data?.count : 0}
        >
          <Icon size={22} />
        </NavEntry>
      ))}
    </nav>
  );
}

function NavEntry({
  to,
  label,
  count = 0,
  children,
}: {
  to: string;
  label: string;
  count?: number | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation("admin");
  const { pathname } = useLocation();
  const here = pathname === to || pathname.startsWith(`${to}/`);
  return (
    <Link to={to} title={label} aria-current={here ? "page" : undefined}>
      {children}
      <span className={own.label}>{label}</span>
      {count > 0 && (
        <span className={own.count}>
          {count > 99 ? "99+" : count}
          <span className={text.sr}>{t("nav.waiting")}</span>
        </span>
      )}
    </Link>
  );
}

function PhoneMenu({ me, onClose }: { me: Staff; onClose(): void }) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <Modal className={own.sheet} labelledBy={id} onClose={onClose} light>
      <h2 id={id} className={text.sr}>
        {t("frame.menu")}
      </h2>
      <div className={own.side}>
        <Side me={me} onLeave={onClose} />
      </div>
    </Modal>
  );
}
