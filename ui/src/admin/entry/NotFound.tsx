import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../kit/buttons/Button";
import { BlankSignpost } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { AdminPage } from "../kit/AdminPage";

/** Shown for an unknown address in the admin app. */
export function NotFound({ first }: { first: string }) {
  const { t } = useTranslation("admin");
  return (
    <AdminPage title={t("notHere.title")}>
      <EmptyState
        picture={<BlankSignpost />}
        title={t("notHere.heading")}
        text={t("notHere.text")}
        action={<ButtonLink to={first}>{t("notHere.first")}</ButtonLink>}
      />
    </AdminPage>
  );
}
