import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { StaffForgot } from "../../../shared/StaffForgot";
import { adminPaths } from "../../paths";
import { EntryPage } from "../setup/EntryPage";
import css from "../setup/EntryPage.module.css";

/** The page on which staff request a link to reset their password. */
export function ForgotScreen() {
  const { t } = useTranslation("staffForgot");
  const navigate = useNavigate();
  return (
    <EntryPage title={t("title")} arrived>
      <div className={css.body}>
        <StaffForgot onBack={() => navigate(adminPaths.home)} />
      </div>
    </EntryPage>
  );
}
