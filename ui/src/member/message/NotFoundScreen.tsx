import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../kit/buttons/Button";
import { BlankSignpost } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Screen } from "../../kit/screen/Screen";
import { paths } from "../../shared/paths";

export function NotFoundScreen() {
  const { t } = useTranslation("message");
  return (
    <Screen title={t("lost.title")}>
      <EmptyState
        picture={<BlankSignpost />}
        title={t("lost.heading")}
        text={t("lost.text")}
        action={<ButtonLink to={paths.home}>{t("home")}</ButtonLink>}
      />
    </Screen>
  );
}
