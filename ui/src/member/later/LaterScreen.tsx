import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { Screen } from "../../components/Screen";
import { EmptyState } from "../../components/States";
import { paths } from "../../paths";

/** Stands in for a screen that is still to come. */
export function LaterScreen() {
  const { t } = useTranslation();
  return (
    <Screen title={t("notHere.title")}>
      <EmptyState
        text={t("notHere.text")}
        action={<ButtonLink to={paths.home}>{t("notHere.home")}</ButtonLink>}
      />
    </Screen>
  );
}
