import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "react-router";
import { startOfflineCache } from "../../api/offline/offlineCache";
import { useLanguage } from "../../i18n/language";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { Tabs } from "../../kit/form/Segment";
import { EmptySheet } from "../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../kit/loading/EmptyState";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Screen, ScreenFrameContext } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import { PolicyText } from "../../shared/policy/PolicyText";
import css from "./PrivacyScreen.module.css";
import { type Kind, policyQuery } from "./policy";

const KINDS = ["privacy", "terms"] as const;

/** The privacy policy and the terms of use, for members and visitors. */
export function PrivacyScreen() {
  const { t } = useTranslation("privacy");
  const { back } = useContext(ScreenFrameContext);
  const [asked, ask] = useSearchParams();
  const kind: Kind = asked.get("text") === "terms" ? "terms" : "privacy";
  const policy = useQuery(policyQuery(kind, useLanguage()));
  const { state } = useLocation();
  // This screen is outside the members' frame, which starts the cache elsewhere.
  useEffect(startOfflineCache, []);
  return (
    <Screen title={t("title")} reading>
      <Tabs<Kind>
        label={t("texts")}
        options={KINDS.map((value) => ({ value, label: t(`${value}.name`) }))}
        chosen={kind}
        // Replaces the history entry, so that one step back leaves the page.
        onChoose={(value) => ask(value === "terms" ? { text: value } : {}, { replace: true, state })}
      >
        <div className={css.text}>
          <Loaded of={policy} skeleton={<PolicySkeleton />} failed={t(`${kind}.failed`)}>
            {(blocks) =>
              blocks.length === 0 ? (
                <EmptyState picture={<EmptySheet />} text={t(`${kind}.empty`)} />
              ) : (
                <PolicyText blocks={blocks} />
              )
            }
          </Loaded>
        </div>
      </Tabs>
      {!back && !policy.isPending && (
        <p className={policy.isError ? css.wayOut : undefined}>
          <ScreenLink className={text.link} to={paths.home}>
            {t("toApp")}
          </ScreenLink>
        </p>
      )}
    </Screen>
  );
}

function PolicySkeleton() {
  return (
    <SkeletonRegion>
      <div className={css.bones}>
        {["a", "b", "c", "d"].map((key) => (
          <div key={key}>
            <Bone shape="title" />
            <br />
            <Bone shape="line" />
            <Bone shape="line" />
          </div>
        ))}
      </div>
    </SkeletonRegion>
  );
}
