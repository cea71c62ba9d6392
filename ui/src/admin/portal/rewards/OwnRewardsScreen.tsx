import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { EmptyBox } from "../../../kit/loading/EmptyPlaces";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { AdminDialog } from "../../kit/AdminDialog";
import { AdminPage } from "../../kit/AdminPage";
import { CsvLink } from "../../kit/FileLink";
import { AddCodes } from "../../kit/pool/AddCodes";
import { type PoolFile, PoolFilePick, type PoolSender } from "../../kit/pool/PoolFilePick";
import own from "../Portal.module.css";
import { ofStaff } from "../portal";
import { ownRewardsQuery, type Reward } from "./ownRewards";

/** The rewards that the partner offers for points, with their stock, free codes and sales. */
export function OwnRewardsScreen() {
  const { t } = useTranslation("portal");
  const rewards = useQuery(ownRewardsQuery());
  return (
    <AdminPage
      title={t("nav.rewards")}
      line={t("rewards.line")}
      extra={<CsvLink path="/api/merchant/rewards" of={t("nav.rewards")} />}
    >
      <Loaded of={rewards} failed={t("rewards.failed")} skeleton={<RowSkeleton count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<EmptyBox />} title={t("rewards.empty")} text={t("rewards.emptyText")} />
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
      {freeCodes !== undefined && <MoreCodes reward={reward} />}
      {(low || left === 0) && (
        <Note tone="pollen">
          {lastsDays === undefined || left === 0
            ? t(left === freeCodes ? "rewards.lowPool" : "rewards.lowText")
            : t(left === freeCodes ? "rewards.lastsPool" : "rewards.lasts", { count: lastsDays })}
        </Note>
      )}
    </li>
  );
}

/** Adds codes to the pool of a reward: a file, the result of each row, and then the codes. */
function MoreCodes({ reward }: { reward: Reward }) {
  const { t } = useTranslation("portal");
  const { t: words } = useTranslation("adminItems");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const name = localized(reward.name, language);
  const [open, setOpen] = useState(false);
  const [found, setFound] = useState<PoolFile>();
  const send: PoolSender = (body, dryRun) =>
    ofStaff(
      call("post", "/api/merchant/rewards/{id}/codes", { path: { id: reward._id }, query: { dryRun }, body }),
    );
  const close = () => {
    setOpen(false);
    setFound(undefined);
  };
  return (
    <div className={css.actions}>
      <Button kind="quiet" small onClick={() => setOpen(true)}>
        {t("rewards.addCodes")}
        <span className={text.sr}>{name}</span>
      </Button>
      {open && !found && (
        <AdminDialog
          title={t("rewards.codesFor", { name })}
          onClose={close}
          actions={
            <Button kind="quiet" small onClick={close}>
              {common("cancel")}
            </Button>
          }
        >
          <div className={css.stack}>
            <p className={css.soft}>{words("pool.text")}</p>
            <PoolFilePick send={send} onFound={setFound} />
          </div>
        </AdminDialog>
      )}
      {open && found && (
        <AddCodes
          found={found}
          send={send}
          onAdded={() => queryClient.invalidateQueries({ queryKey: ownRewardsQuery().queryKey })}
          onClose={close}
        />
      )}
    </div>
  );
}
