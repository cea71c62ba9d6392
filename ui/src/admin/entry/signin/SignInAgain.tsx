import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryClient } from "../../../api/queries";
import { Button } from "../../../kit/buttons/Button";
import { Modal } from "../../../kit/dialog/Dialog";
import text from "../../../kit/styles/text.module.css";
import { adminPaths } from "../../paths";
import type { Staff } from "../../roles";
import { ADMIN, forgetAdmin } from "../../session";
import css from "./SignIn.module.css";
import { SignInForm } from "./SignInForm";

/** Sign-in dialog over the current screen after the session ended; typed input is kept. */
export function SignInAgain({ me, onDone }: { me: Staff; onDone(): void }) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    // Esc does nothing: the screen below needs a session.
    <Modal className={css.again} labelledBy={id} onClose={() => {}}>
      <h2 id={id}>{t("signIn.again")}</h2>
      <p>{t("signIn.againText", { name: me.name })}</p>
      <SignInForm
        email={me.email}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: [ADMIN] });
          onDone();
        }}
      />
      <p className={css.foot}>
        <Link className={text.link} to={adminPaths.forgot} target="_blank">
          {t("signIn.forgot")}
        </Link>
      </p>
      <Button
        kind="text"
        block
        onClick={() => {
          forgetAdmin();
          onDone();
        }}
      >
        {t("signIn.someoneElse")}
      </Button>
    </Modal>
  );
}
