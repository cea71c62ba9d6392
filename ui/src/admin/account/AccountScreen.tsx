import { useTranslation } from "react-i18next";
import { DeskPage } from "../components/DeskPage";
import css from "../desk.module.css";
import { useMe } from "../session";

/** Whoever is signed in, as colleagues and the audit trail see them. */
export function AccountScreen() {
  const { t } = useTranslation("desk");
  const me = useMe();
  const facts = [
    [t("account.name"), me.name],
    [t("signIn.email"), me.email],
    [t("account.role"), t(`roles.${me.role}`)],
  ] as const;
  return (
    <DeskPage title={t("me.account")}>
      <section className={css.panel}>
        <dl className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
    </DeskPage>
  );
}
