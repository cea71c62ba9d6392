import { useTranslation } from "react-i18next";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Facts } from "../../kit/Facts";
import { useMe } from "../../session";
import { LetterKeys } from "./LetterKeys";
import { OwnPassword } from "./OwnPassword";
import { OwnSessions } from "./OwnSessions";
import { Passkeys } from "./Passkeys";
import { SecondFactor } from "./SecondFactor";

/** The account of the signed-in user: profile, sign-in methods and sessions. */
export function AccountScreen() {
  const { t } = useTranslation("adminAccount");
  const { t: common } = useTranslation("admin");
  const me = useMe();
  const facts = [
    [t("name"), me.name],
    [t("email"), me.email],
    [t("role"), common(`roles.${me.role}`)],
  ] as const;
  return (
    <AdminPage title={common("me.account")}>
      {me.enrolmentRequired && (
        <div className={css.stack}>
          <Note tone="pollen">{t("enrol")}</Note>
          <div />
        </div>
      )}
      <section className={css.panel}>
        <Facts facts={facts} />
      </section>
      <SecondFactor />
      <Passkeys />
      {!me.enrolmentRequired && (
        <>
          <OwnPassword />
          <OwnSessions />
          <LetterKeys />
        </>
      )}
    </AdminPage>
  );
}
