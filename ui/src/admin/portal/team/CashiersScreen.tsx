import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { EmptyBench } from "../../../kit/loading/EmptyWork";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Of } from "../../catalogue/outlets/ListSection";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminPage } from "../../kit/AdminPage";
import { Table } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import own from "../Portal.module.css";
import { portalChanged, type SalesRow, salesQuery } from "../portal";
import { CashierForm, NewCashierForm, NewPinForm } from "./CashierForms";
import { type Cashier, ownCashiersQuery, removeCashier } from "./team";

type Open = { kind: "new" } | { kind: "edit" | "pin" | "remove"; cashier: Cashier };

/** The cashiers of the partner, with their PINs and what they did this week. */
export function CashiersScreen() {
  const { t } = useTranslation("portal");
  const cashiers = useQuery(ownCashiersQuery());
  const week = useQuery(salesQuery({ period: "week" })).data?.cashiers ?? [];
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <AdminPage
      title={t("nav.cashiers")}
      line={t("cashiers.line")}
      actions={
        <Button small onClick={() => setOpen({ kind: "new" })}>
          {t("cashiers.add")}
        </Button>
      }
    >
      <Loaded of={cashiers} failed={t("cashiers.failed")} skeleton={<RowSkeleton count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<EmptyBench />} title={t("cashiers.empty")} text={t("cashiers.emptyText")} />
          ) : (
            <List cashiers={all} week={week} onOpen={setOpen} />
          )
        }
      </Loaded>
      {open?.kind === "new" && <NewCashierForm onClose={close} />}
      {open?.kind === "edit" && <CashierForm cashier={open.cashier} onClose={close} />}
      {open?.kind === "pin" && <NewPinForm cashier={open.cashier} onClose={close} />}
      {open?.kind === "remove" && <RemoveCashier cashier={open.cashier} onClose={close} />}
    </AdminPage>
  );
}

interface ListProps {
  cashiers: readonly Cashier[];
  week: readonly SalesRow[];
  onOpen(open: Open): void;
}

function List({ cashiers, week, onOpen }: ListProps) {
  const { t } = useTranslation("portal");
  const did = ({ _id }: Cashier) => week.find((row) => row._id === _id);
  const action = (kind: "edit" | "pin" | "remove", cashier: Cashier) => (
    <Button kind="text" small onClick={() => onOpen({ kind, cashier })}>
      {t(`cashiers.${kind}`)}
      <Of>{cashier.name}</Of>
    </Button>
  );
  const actions = (cashier: Cashier) => (
    <span className={own.actions}>
      {action("pin", cashier)}
      {action("edit", cashier)}
      {action("remove", cashier)}
    </span>
  );
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("cashiers.week")}</h2>
        <CsvLink
          path="/api/merchant/sales"
          query={{ period: "week", by: "cashier" }}
          of={t("cashiers.week")}
        />
      </div>
      <Table
        label={t("nav.cashiers")}
        rows={cashiers}
        rowKey={({ _id }) => _id}
        columns={[
          {
            key: "name",
            head: t("cashiers.name"),
            names: true,
            cell: ({ name, supervisor }) => (
              <>
                {name}
                {supervisor && <span className={css.two}>{t("cashiers.states.supervisor")}</span>}
              </>
            ),
          },
          {
            key: "state",
            head: t("cashiers.state"),
            cell: ({ active, pinLocked }) => (
              <Badge tone={pinLocked ? "plum" : active ? "leaf" : "pollen"}>
                {t(`cashiers.states.${pinLocked ? "locked" : active ? "active" : "paused"}`)}
              </Badge>
            ),
          },
          {
            key: "points",
            head: t("points"),
            end: true,
            from: "small",
            below: (cashier) => `${t("points")} ${formatPoints(did(cashier)?.points ?? 0)}`,
            cell: (cashier) => formatPoints(did(cashier)?.points ?? 0),
          },
          {
            key: "awards",
            head: t("awards"),
            end: true,
            from: "medium",
            cell: (cashier) => formatPoints(did(cashier)?.awards ?? 0),
          },
          {
            key: "undone",
            head: t("undone"),
            end: true,
            from: "medium",
            cell: (cashier) => formatPoints(did(cashier)?.undone ?? 0),
          },
          {
            key: "actions",
            head: t("actions"),
            hidden: true,
            from: "small",
            below: actions,
            cell: actions,
          },
        ]}
      />
    </section>
  );
}

function RemoveCashier({ cashier: { _id, name }, onClose }: { cashier: Cashier; onClose(): void }) {
  const { t } = useTranslation("portal");
  return (
    <ActionDialog
      title={t("cashiers.removeTitle", { name })}
      submit={t("cashiers.remove")}
      busy={t("busy")}
      onClose={onClose}
      act={async () => {
        await removeCashier(_id);
        await portalChanged();
        showToast(t("cashiers.removed", { name }));
        onClose();
      }}
    >
      <p>{t("cashiers.removeText")}</p>
    </ActionDialog>
  );
}
