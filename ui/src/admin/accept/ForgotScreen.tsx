import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { StaffForgot } from "../../shared/StaffForgot";
import { desk } from "../paths";
import { DeskPage } from "../setup/DeskPage";
import css from "../setup/DeskPage.module.css";

/** Where staff ask for a link to another password. */
export function ForgotScreen() {
  const { t } = useTranslation("staffForgot");
  const navigate = useNavigate();
  return (
    <DeskPage title={t("title")} arrived>
      <div className={css.body}>
        <StaffForgot onBack={() => navigate(desk.home)} />
      </div>
    </DeskPage>
  );
}
