import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatDate, formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { EmptyBox } from "../../kit/loading/EmptyPlaces";
import { Badge } from "../../kit/screen/Paper";
import css from "../admin.module.css";
import { Drawer } from "../kit/AdminDialog";
import { DataTable } from "../kit/DataTable";
import { Facts } from "../kit/Facts";
import { CsvLink } from "../kit/FileLink";
import { usePages } from "../kit/pages";
import { ReasonDialog } from "../kit/ReasonDialog";
import { formatHkd } from "../money/reports/reports";
import { ExchangeFacts } from "../money/settlements/ExchangeFacts";
import { SettleForm } from "../money/settlements/SettleForm";
import { useMay } from "../session";
import { ExtendDialog } from "./ExtendDialog";
import { type AdminMember, memberChanged, type Redemption, reopen } from "./members";

/** The state of a redemption for display. */
function stateOf({ status, used, ended, collectedAt, redeemItemSnapshot, expiresAt }: Redemption) {
  if (status !== "confirmed") return status;
  if (redeemItemSnapshot.type === "exchange") return "settled";
  if (collectedAt) return "collected";
  if (ended) return "ended";
  if (!used) return "unused";
  return expiresAt && Date.parse(expiresAt) > Date.now() ? "open" : "lapsed";
}

const TONES = {
  processing: "pollen",
  rejected: "plum",
  settled: "leaf",
  collected: "leaf",
  lapsed: "plum",
  ended: "plum",
  open: "pollen",
  unused: "plain",
} as const;

function StateBadge({ redemption }: { redemption: Redemption }) {
  const { t } = useTranslation("adminMember");
  const state = stateOf(redemption);
  return (
    <Badge tone={TONES[state]} dot={false}>
      {t(`bought.states.${state}`)}
    </Badge>
  );
}

/** The member's redemptions; an uncollected coupon can be returned here, and an exchange settled. */
export function MemberRedemptions({ member }: { member: AdminMember }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const [open, setOpen] = useState<Redemption>();
  const pages = usePages<Redemption>(["redemptions", "of", member._id], (page, told) =>
    call("get", "/api/admin/redemptions", { query: { ...page, member: member._id }, ...told }),
  );
  return (
    <>
      {pages.rows && pages.rows.length > 0 && (
        <div className={css.tools}>
          <CsvLink path="/api/admin/redemptions" query={{ member: member._id }} of={t("tabs.redemptions")} />
        </div>
      )}
      <DataTable
        label={t("tabs.redemptions")}
        pages={pages}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open?._id}
        failed={t("bought.failed")}
        empty={{ picture: <EmptyBox />, title: t("bought.empty"), text: t("bought.emptyText") }}
        columns={[
          {
            key: "item",
            head: t("bought.item"),
            cell: (row) => (
              <>
                <button type="button" className={css.open} onClick={() => setOpen(row)}>
                  {localized(row.redeemItemSnapshot.name, language)}
                </button>
                <span className={css.two}>{formatDateTime(row.created, language)}</span>
              </>
            ),
          },
          { key: "state", head: t("bought.state"), cell: (row) => <StateBadge redemption={row} /> },
          {
            key: "points",
            head: t("points"),
            end: true,
            cell: (row) => <b>{formatPoints(row.points)}</b>,
          },
        ]}
      />
      {open && <RedemptionDrawer redemption={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function RedemptionDrawer({ redemption, onClose }: { redemption: Redemption; onClose(): void }) {
  const language = useLanguage();
  const { redeemItemSnapshot: item, status } = redemption;
  return (
    <Drawer
      title={localized(item.name, language)}
      line={<StateBadge redemption={redemption} />}
      onClose={onClose}
    >
      {item.type === "exchange" ? (
        <>
          <ExchangeFacts exchange={redemption} />
          {status === "processing" && <SettleForm exchange={redemption} onSettled={onClose} />}
        </>
      ) : (
        <Coupon redemption={redemption} onDone={onClose} />
      )}
    </Drawer>
  );
}

function Coupon({ redemption, onDone }: { redemption: Redemption; onDone(): void }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const [asking, setAsking] = useState<"reopen" | "extend">();
  const state = stateOf(redemption);
  const mayReopen = useMay("suspend") && state === "lapsed";
  const mayExtend =
    useMay("suspend") && redemption.useBy !== undefined && (state === "unused" || state === "ended");
  const name = localized(redemption.redeemItemSnapshot.name, language);
  const when = (moment: string | undefined) => moment && formatDateTime(moment, language);
  const facts = [
    [t("points"), formatPoints(redemption.points)],
    [t("bought.bought"), when(redemption.created)],
    [t("bought.opened"), when(redemption.openedAt)],
    [t("bought.until"), when(redemption.expiresAt)],
    [t("bought.collected"), when(redemption.collectedAt)],
    [t("bought.useBy"), redemption.useBy && formatDate(redemption.useBy, language)],
    [t("bought.worth"), redemption.faceValueHkd && formatHkd(redemption.faceValueHkd)],
    [t("bought.cost"), redemption.costHkd && formatHkd(redemption.costHkd)],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      {mayReopen && (
        <div className={css.stack}>
          <p className={css.soft}>{t("reopen.hint")}</p>
          <Button small block onClick={() => setAsking("reopen")}>
            {t("reopen.open")}
          </Button>
        </div>
      )}
      {mayExtend && (
        <Button small block onClick={() => setAsking("extend")}>
          {t("extend.open")}
        </Button>
      )}
      {asking === "extend" && (
        <ExtendDialog coupon={redemption} name={name} onClose={() => setAsking(undefined)} onDone={onDone} />
      )}
      {asking === "reopen" && (
        <ReasonDialog
          title={t("reopen.title", { name })}
          submit={t("reopen.open")}
          busy={t("busy")}
          kind="leaf"
          hint={t("kept")}
          onClose={() => setAsking(undefined)}
          act={async (reason) => {
            await reopen(redemption._id, reason);
            memberChanged();
            showToast(t("reopen.done", { name }));
            onDone();
          }}
        >
          <p>{t("reopen.text")}</p>
        </ReasonDialog>
      )}
    </>
  );
}
