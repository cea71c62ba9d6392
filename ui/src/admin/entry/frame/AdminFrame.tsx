import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { IconButton } from "../../../kit/buttons/Button";
import { Modal } from "../../../kit/dialog/Dialog";
import { Toaster } from "../../../kit/dialog/Toaster";
import { MenuIcon } from "../../../kit/icons/icons-basic";
import { SearchIcon } from "../../../kit/icons/icons-form";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { useKeysKey } from "../../kit/keys";
import type { Staff } from "../../roles";
import { AdminRoutes } from "../../routes";
import { FindDialog } from "../find/LazyFind";
import { useFindKey } from "../find/useFindKey";
import own from "./AdminFrame.module.css";
import { Alarms } from "./Alarms";
import { KeysDialog } from "./LazyKeys";
import { Logo, SidePrint } from "./Logo";
import { MeMenu } from "./MeMenu";
import { NavMenu } from "./NavMenu";

/** The navigation (sidebar, rail or menu) and the current screen. */
export function AdminFrame({ me }: { me: Staff }) {
  const { t } = useTranslation("admin");
  const { pathname } = useLocation();
  const [menu, setMenu] = useState(false);
  const [finding, setFinding] = useState(false);
  const find = () => setFinding(true);
  const [keys, setKeys] = useState(false);
  useFindKey(!me.enrolmentRequired, find);
  useKeysKey(!me.enrolmentRequired, () => setKeys(true));
  useEffect(() => {
    window.scrollTo(0, 0);
    setMenu(false);
    // Moves the focus to the heading, so that screen readers announce a new screen.
    if (pathname) document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={css.admin}>
      <a className={own.skip} href="#content">
        {t("frame.skip")}
      </a>
      <div className={`${own.side} ${own.fixed}`}>
        <Side me={me} onFind={find} />
      </div>
      <header className={own.bar}>
        <IconButton label={t("frame.menu")} onClick={() => setMenu(true)}>
          <MenuIcon />
        </IconButton>
        <Logo height={26} />
        {!me.enrolmentRequired && (
          <IconButton label={t("find.open")} onClick={find}>
            <SearchIcon />
          </IconButton>
        )}
      </header>
      {menu && (
        <PhoneMenu
          me={me}
          onClose={() => setMenu(false)}
          onFind={() => {
            setMenu(false);
            find();
          }}
        />
      )}
      {finding && (
        <FindDialog role={me.role} onClose={() => setFinding(false)} onMissing={() => setFinding(false)} />
      )}
      {keys && <KeysDialog onClose={() => setKeys(false)} onMissing={() => setKeys(false)} />}
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

interface SideProps {
  me: Staff;
  onFind(): void;
  onLeave?: () => void;
}

function Side({ me, onFind, onLeave }: SideProps) {
  return (
    <>
      <SidePrint />
      <Logo />
      <NavMenu me={me} onFind={onFind} />
      <MeMenu me={me} {...(onLeave ? { onLeave } : {})} />
    </>
  );
}

function PhoneMenu({ me, onClose, onFind }: { me: Staff; onClose(): void; onFind(): void }) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <Modal className={own.sheet} labelledBy={id} onClose={onClose} light>
      <h2 id={id} className={text.sr}>
        {t("frame.menu")}
      </h2>
      <div className={own.side}>
        <Side me={me} onFind={onFind} onLeave={onClose} />
      </div>
    </Modal>
  );
}
