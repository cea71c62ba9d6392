import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../buttons/Button";
import { BackBar, Screen, ScreenFrameContext } from "../screen/Screen";
import { ErrorState } from "./States";

/** In place of a screen whose code did not come over the line. */
export function NotLoaded({ home }: { home?: string }) {
  const { t } = useTranslation();
  const { back } = useContext(ScreenFrameContext);
  // Where the bar is hidden, too, there is a way out.
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
