import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../buttons/Button";
import { BackBar, Screen, ScreenFrameContext } from "../screen/Screen";
import { ErrorState } from "./States";

/** Replaces a screen whose code failed to load. */
export function NotLoaded({ home }: { home?: string }) {
  const { t } = useTranslation();
  const { back } = useContext(ScreenFrameContext);
  // A way back, also where the tab bar is hidden.
  return (
    <>
      {back && <BackBar onClick={back} />}
      <Screen title={t("failedTitle")} header="none">
        <ErrorState
          title={t("failedTitle")}
          onRetry={() => window.location.reload()}
          beside={
            home && (
              <ButtonLink kind="text" replace to={home}>
                {t("nav.home")}
              </ButtonLink>
            )
          }
        />
      </Screen>
    </>
  );
}
