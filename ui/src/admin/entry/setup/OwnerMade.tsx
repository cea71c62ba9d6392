import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { adminPaths } from "../../paths";
import { EntryPage } from "./EntryPage";
import css from "./EntryPage.module.css";

/** The first owner was created: their name, and the next step. */
export function OwnerMade({ owner }: { owner: { name: string; email: string } }) {
  const { t } = useTranslation("setup");
  return (
    <EntryPage title={t("made.title")} intro={t("made.text", { name: owner.name })} arrived>
      <div className={css.body}>
        <dl className={css.facts}>
          <div>
            <dt>{t("name")}</dt>
            <dd>{owner.name}</dd>
          </div>
          <div>
            <dt>{t("email")}</dt>
            <dd>{owner.email}</dd>
          </div>
        </dl>
        <Note tone="leaf">{t("made.used")}</Note>
        <p>{t("made.nextText")}</p>
        <ButtonLink block to={adminPaths.home}>
          {t("made.signIn")}
        </ButtonLink>
      </div>
    </EntryPage>
  );
}
