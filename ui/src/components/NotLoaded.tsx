import { useTranslation } from "react-i18next";
import { Screen } from "./Screen";
import { ErrorState } from "./States";

/** In place of a screen whose code did not come over the line. */
export function NotLoaded() {
  const { t } = useTranslation();
  return (
    <Screen title={t("failedTitle")} header="none">
      <ErrorState title={t("failedTitle")} onRetry={() => window.location.reload()} />
    </Screen>
  );
}
