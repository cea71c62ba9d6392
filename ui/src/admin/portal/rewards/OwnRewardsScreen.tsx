import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Answer, call } from "../../../api/call";
import type { paths } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { CsvLink } from "../../kit/FileLink";
import own from "../Portal.module.css";
import { ofStaff, PORTAL } from "../portal";

export type Reward = Answer<paths["/api/merchant/rewards"]["get"]>[number];

export const ownRewardsQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "rewards"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/rewards", { signal })),
  });

/** What the partner offers for points: stock, free codes and sales. */
export function OwnRewardsScreen() {
  const { t } = useTranslation("portal");
  const rewards = useQuery(ownRewardsQuery());
  return (
    <AdminPage
      title={t("nav.rewards")}
      line={t("rewards.line")}
      actions={<CsvLink path="/api/merchant/rewards" of={t("nav.rewards")} />}
    >
      <Loaded of={rewards} failed={t("rewards.failed")} skeleton={<RowSkeleton count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("rewards.empty")} text={t("rewards.emptyText")} />
          ) : (
            <ul className={own.rewards}>
              {all.map((reward) => (
                <RewardCard key={reward._id} reward={reward} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function RewardCard({ reward }: { reward: Reward }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const { left, low, freeCodes, lastsDays, onOffer } = reward;
  const state = left === 0 ? "soldOut" : low ? "low" : onOffer ? "live" : "off";
  const facts: [string, string][] = [
    [t("rewards.left"), left === undefined ? t("rewards.unlimited") : formatPoints(left)],
    ...(freeCodes === undefined
      ? []
      : ([[t("rewards.codes"), formatPoints(freeCodes)]] as [string, string][])),
    [t("rewards.soldRecently"), formatPoints(reward.soldRecently)],
    [t("rewards.sold"), formatPoints(reward.sold)],
    [t("rewards.collected"), formatPoints(reward.collected)],
  ];
  return (
    <li className={`${css.panel} ${own.reward}`}>
      {reward.image && <img src={reward.image} alt="" width={84} height={84} />}
      <div>
        <div className={css.panelHead}>
          <h2>{localized(reward.name, language)}</h2>
          <Badge tone={state === "live" ? "leaf" : state === "off" ? "plain" : "plum"}>
            {t(`rewards.states.${state}`)}
          </Badge>
        </div>
        <p className={css.soft}>
          {t("rewards.price", { count: reward.points, points: formatPoints(reward.points) })}
        </p>
      </div>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {(low || left === 0) && (
        <Note tone="pollen">
          {lastsDays === undefined || left === 0
            ? t("rewards.lowText")
            : t("rewards.lasts", { count: lastsDays })}
        </Note>
      )}
    </li>
  );
}
