import { useTranslation } from "react-i18next";
import { ButtonLink } from "../components/Button";
import { EmptyState } from "../components/EmptyState";
import { DeskPage } from "./components/DeskPage";

/** An address at which the admin app has no screen. */
export function NotHere({ first }: { first: string }) {
  const { t } = useTranslation("desk");
  return (
    <DeskPage title={t("notHere.title")}>
      <EmptyState
        title={t("notHere.heading")}
        text={t("notHere.text")}
        action={<ButtonLink to={first}>{t("notHere.first")}</ButtonLink>}
      />
    </DeskPage>
  );
}
