import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { Bone, SkeletonRegion } from "../../../kit/loading/Skeletons";
import text from "../../../kit/styles/text.module.css";
import { setupPath } from "../../../shared/paths";
import { DOCS } from "./docs";
import { EntryPage } from "./EntryPage";
import css from "./EntryPage.module.css";
import { MerchantScreen } from "./MerchantScreen";
import { OwnerForm } from "./OwnerForm";
import { OwnerMade } from "./OwnerMade";
import { type SetupOutcome, setupQuery } from "./setup";

type Made = Extract<SetupOutcome, { made: unknown }>["made"];

/** Opened by the one-time link of a new programme. The token stays in memory, not in the address bar. */
export function SetupScreen() {
  const { t } = useTranslation("setup");
  const [token] = useState(useParams().token);
  const [owner, setOwner] = useState<Made>();
  const [closed, setClosed] = useState(false);
  const status = useQuery(setupQuery());
  useLayoutEffect(() => {
    // Bypasses the router, which would mount the screen again.
    window.history.replaceState(window.history.state, "", setupPath);
  }, []);

  if (owner) return <OwnerMade owner={owner} />;
  // Opened again without the token: show only the setup state.
  if (token === undefined) return <MerchantScreen />;
  const taken = status.data?.pending === false;
  if (taken || closed) {
    const reason = taken ? "taken" : "expired";
    return (
      <EntryPage key={reason} title={t(`${reason}.title`)} intro={t(`${reason}.text`)} arrived>
        {taken && (
          <p className={css.body}>
            {t("running.signIn")}{" "}
            <a className={text.link} href={DOCS}>
              {t("docs")}
            </a>
          </p>
        )}
      </EntryPage>
    );
  }
  if (status.isPending) {
    return (
      <EntryPage title={t("title")} intro={t("intro")}>
        <div className={css.body}>
          <SkeletonRegion>
            <Bone shape="line" />
            <Bone shape="line" />
          </SkeletonRegion>
        </div>
      </EntryPage>
    );
  }
  return (
    <OwnerForm
      token={token}
      onMade={setOwner}
      onClosed={async () => {
        // The next step depends on whether an owner exists already or the link expired.
        await status.refetch();
        setClosed(true);
      }}
    />
  );
}
