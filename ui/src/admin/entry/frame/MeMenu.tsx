import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/call";
import { endStaffSession } from "../../../api/staffSession";
import { APPEARANCES, saveAppearance, savedAppearance } from "../../../device/appearance";
import { useLanguage } from "../../../i18n/language";
import { Modal } from "../../../kit/dialog/Dialog";
import { LanguageSwitch } from "../../../kit/form/LanguageSwitch";
import { Segment } from "../../../kit/form/Segment";
import { UserIcon } from "../../../kit/icons/icons-basic";
import { GuideIcon, LogOutIcon, PhoneIcon } from "../../../kit/icons/icons-member";
import { paths } from "../../../shared/paths";
import { adminPaths } from "../../paths";
import type { Staff } from "../../roles";
import { forgetAdmin } from "../../session";
import css from "./AdminFrame.module.css";
import { handbookOf } from "./handbook";
import { Face } from "./Logo";

/** The menu of the signed-in staff member: appearance, language, the handbook and log out. */
export function MeMenu({ me, onLeave }: { me: Staff; onLeave?: () => void }) {
  const { t } = useTranslation("admin");
  const [open, setOpen] = useState(false);
  return (
    <div className={css.me}>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={t("me.open", { name: me.name })}
        onClick={() => setOpen(true)}
      >
        <Face name={me.name} />
        <span>
          <b>{me.name}</b>
          {t(`roles.${me.role}`)}
        </span>
      </button>
      {open && (
        <Menu
          me={me}
          onClose={() => setOpen(false)}
          onLeave={() => {
            setOpen(false);
            onLeave?.();
          }}
        />
      )}
    </div>
  );
}

function Menu({ me, onClose, onLeave }: { me: Staff; onClose(): void; onLeave(): void }) {
  const { t } = useTranslation("admin");
  const id = useId();
  const language = useLanguage();
  const [appearance, setAppearance] = useState(savedAppearance);
  return (
    <Modal className={css.menu} labelledBy={id} onClose={onClose} light>
      <h2 id={id}>{me.name}</h2>
      <p>{me.email}</p>
      <dl>
        <div>
          <dt>{t("me.language")}</dt>
          <dd>
            <LanguageSwitch />
          </dd>
        </div>
        <div>
          <dt>{t("me.appearance")}</dt>
          <dd>
            <Segment
              label={t("me.appearance")}
              options={APPEARANCES.map((value) => ({ value, label: t(`me.${value}`) }))}
              chosen={appearance}
              onChoose={(value) => {
                saveAppearance(value);
                setAppearance(value);
              }}
            />
          </dd>
        </div>
      </dl>
      <div className={css.links}>
        <Link to={adminPaths.account} onClick={onLeave}>
          <UserIcon size={20} />
          {t("me.account")}
        </Link>
        <a href={handbookOf(me.role, language)} target="_blank" rel="noopener">
          <GuideIcon size={20} />
          {t("me.handbook")}
        </a>
        <a href={paths.home} target="_blank" rel="noopener">
          <PhoneIcon size={20} />
          {t("me.memberApp")}
        </a>
        <button type="button" onClick={() => void signOut()}>
          <LogOutIcon size={20} />
          {t("me.signOut")}
        </button>
      </div>
    </Modal>
  );
}

/** Signs out at once: the page drops its data even if the connection is down. */
async function signOut() {
  await call("post", "/api/staff/logout").catch(() => {});
  forgetAdmin();
  endStaffSession();
}
