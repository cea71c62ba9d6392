import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/EmptyState";
import { Screen } from "../../components/Screen";
import { paths } from "../../paths";

/** For an address that no screen has. */
export function LostScreen() {
  const { t } = useTranslation("message");
  return (
    <Screen title={t("lost.title")}>
      <EmptyState
        title={t("lost.heading")}
        text={t("lost.text")}
        action={<ButtonLink to={paths.home}>{t("home")}</ButtonLink>}
      />
    </Screen>
  );
}
