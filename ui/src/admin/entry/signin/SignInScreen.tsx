import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import { paths } from "../../../shared/paths";
import { adminPaths } from "../../paths";
import { EntryPage } from "../setup/EntryPage";
import { setupQuery } from "../setup/setup";
import css from "./SignIn.module.css";
import { SignInForm } from "./SignInForm";

/** The sign-in screen of staff; the requested address opens afterwards. */
export function SignInScreen({ ended, onDone }: { ended: boolean; onDone(): void }) {
  const { t } = useTranslation("admin");
  const setup = useQuery(setupQuery());
  const pending = setup.data?.pending === true;
  return (
    <EntryPage title={t("signIn.title")} intro={t("signIn.intro")}>
      {ended && (
        <div className={css.note}>
          <Note>{t("signIn.ended")}</Note>
        </div>
      )}
      {pending && (
        <div className={css.note}>
          <Note tone="pollen">{t("signIn.pending")}</Note>
        </div>
      )}
      <SignInForm onDone={onDone} />
      <p className={css.foot}>
        <Link className={text.link} to={adminPaths.forgot}>
          {t("signIn.forgot")}
        </Link>
        <Link className={text.link} to={paths.home}>
          {t("signIn.member")}
        </Link>
      </p>
    </EntryPage>
  );
}
