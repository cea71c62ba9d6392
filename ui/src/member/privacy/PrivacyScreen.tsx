import { useQuery } from "@tanstack/react-query";
import { useContext, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { keepForOffline } from "../../api/keeper";
import { EmptyState } from "../../components/EmptyState";
import { Screen, ScreenFrameContext } from "../../components/Screen";
import { ScreenLink } from "../../components/ScreenLink";
import { Bone, SkeletonRegion } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { useLanguage } from "../../i18n/language";
import { paths } from "../../paths";
import text from "../../styles/text.module.css";
import css from "./PrivacyScreen.module.css";
import { type Block, policyQuery } from "./policy";

/** For members and visitors alike. */
export function PrivacyScreen() {
  const { t } = useTranslation("privacy");
  const { back } = useContext(ScreenFrameContext);
  const policy = useQuery(policyQuery(useLanguage()));
  // Outside the members' frame, which does it elsewhere.
  useEffect(keepForOffline, []);
  return (
    <Screen title={t("title")} reading>
      <Loaded of={policy} skeleton={<PolicySkeleton />} failed={t("failed")}>
        {(blocks) =>
          blocks.length === 0 ? (
            <EmptyState text={t("empty")} />
          ) : (
            <article className={css.policy}>
              {blocks.map((block, index) => (
                <PolicyBlock key={index} block={block} />
              ))}
            </article>
          )
        }
      </Loaded>
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

function PolicyBlock({ block }: { block: Block }) {
  if (block.kind === "heading") return <h2 className={text.t3}>{block.text}</h2>;
  if (block.kind === "paragraph") return <p>{block.text}</p>;
  return (
    <ul>
      {block.items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
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
