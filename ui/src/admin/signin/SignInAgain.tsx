import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryClient } from "../../api/queries";
import { Button } from "../../components/Button";
import { Modal } from "../../components/Dialog";
import text from "../../styles/text.module.css";
import { desk } from "../paths";
import type { Staff } from "../roles";
import { DESK, forgetDesk } from "../session";
import css from "./SignIn.module.css";
import { SignInForm } from "./SignInForm";

/** Over whatever was being done when the session ended: nothing that was typed is lost. */
export function SignInAgain({ me, onDone }: { me: Staff; onDone(): void }) {
  const { t } = useTranslation("desk");
  const id = useId();
  return (
    // Esc does nothing: below it nothing can be done.
    <Modal className={css.again} labelledBy={id} onClose={() => {}}>
      <h2 id={id}>{t("signIn.again")}</h2>
      <p>{t("signIn.againText", { name: me.name })}</p>
      <SignInForm
        email={me.email}
        onDone={() => {
          void queryClient.invalidateQueries({ queryKey: [DESK] });
          onDone();
        }}
      />
      <p className={css.foot}>
        <Link className={text.link} to={desk.forgot} target="_blank">
          {t("signIn.forgot")}
        </Link>
      </p>
      <Button
        kind="text"
        block
        onClick={() => {
          forgetDesk();
          onDone();
        }}
      >
        {t("signIn.someoneElse")}
      </Button>
    </Modal>
  );
}
