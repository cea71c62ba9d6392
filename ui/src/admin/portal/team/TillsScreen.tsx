import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { QuietTill } from "../../../kit/loading/EmptyWork";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Of } from "../../catalogue/outlets/ListSection";
import { EnrolDialog } from "../../catalogue/outlets/Tills";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminPage } from "../../kit/AdminPage";
import { Table } from "../../kit/DataTable";
import { useErrorText } from "../../kit/errorText";
import own from "../Portal.module.css";
import { ownOutletsQuery, portalChanged } from "../portal";
import { NewTillForm, TillForm } from "./TillForms";
import {
  isAway,
  linkTill,
  ownTillsQuery,
  type Till,
  unlockTill,
  type WaitingTill,
  withdrawTill,
} from "./team";

type Open =
  | { kind: "new" }
  | { kind: "link"; waiting: WaitingTill }
  | { kind: "edit" | "withdraw"; till: Till };

const TONES = {
  waiting: "pollen",
  enrolled: "leaf",
  revoked: "plain",
  locked: "plum",
  away: "plum",
} as const;

/** The tills of the partner, and the links that enrol devices. */
export function TillsScreen() {
  const { t } = useTranslation("portal");
  const say = useErrorText();
  const tills = useQuery(ownTillsQuery());
  const outlets = useQuery(ownOutletsQuery()).data ?? [];
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const failed = (error: unknown) => showToast(say(error), undefined, "note");
  return (
    <AdminPage
      title={t("nav.tills")}
      line={t("tills.line")}
      actions={
        outlets.length > 0 && (
          <Button small onClick={() => setOpen({ kind: "new" })}>
            {t("tills.add")}
          </Button>
        )
      }
    >
      <Loaded of={tills} failed={t("tills.failed")} skeleton={<RowSkeleton count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<QuietTill />} title={t("tills.empty")} text={t("tills.emptyText")} />
          ) : (
            <List
              tills={all}
              onOpen={setOpen}
              onLink={({ _id }) =>
                void linkTill(_id).then((waiting) => setOpen({ kind: "link", waiting }), failed)
              }
              onUnlock={({ _id, name }) =>
                void unlockTill(_id).then(async () => {
                  await portalChanged();
                  showToast(t("tills.unlocked", { name }));
                }, failed)
              }
            />
          )
        }
      </Loaded>
      {open?.kind === "new" && (
        <NewTillForm
          outlets={outlets}
          onClose={close}
          onMade={(waiting) => setOpen({ kind: "link", waiting })}
        />
      )}
      {open?.kind === "link" && <EnrolDialog till={open.waiting} onClose={close} />}
      {open?.kind === "edit" && <TillForm till={open.till} outlets={outlets} onClose={close} />}
      {open?.kind === "withdraw" && <WithdrawTill till={open.till} onClose={close} />}
    </AdminPage>
  );
}

interface ListProps {
  tills: readonly Till[];
  onOpen(open: Open): void;
  onLink(till: Till): void;
  onUnlock(till: Till): void;
}

function List({ tills, onOpen, onLink, onUnlock }: ListProps) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const stateOf = (till: Till) => (till.locked ? "locked" : isAway(till) ? "away" : till.state);
  const button = (label: string, { name }: Till, act: () => void) => (
    <Button kind="text" small onClick={act}>
      {label}
      <Of>{name}</Of>
    </Button>
  );
  const state = (till: Till) => (
    <Badge tone={TONES[stateOf(till)]}>{t(`tills.states.${stateOf(till)}`)}</Badge>
  );
  const actions = (till: Till) =>
    till.state !== "revoked" && (
      <span className={own.actions}>
        {till.locked && button(t("tills.unlock"), till, () => onUnlock(till))}
        {button(t("tills.link"), till, () => onLink(till))}
        {button(t("tills.edit"), till, () => onOpen({ kind: "edit", till }))}
        {button(t("tills.withdraw"), till, () => onOpen({ kind: "withdraw", till }))}
      </span>
    );
  return (
    <section className={`${css.panel} ${css.list}`}>
      <Table
        label={t("nav.tills")}
        rows={tills}
        rowKey={({ _id }) => _id}
        columns={[
          {
            key: "name",
            head: t("tills.name"),
            names: true,
            cell: ({ name, outletName }) => (
              <>
                {name}
                <span className={css.two}>{localized(outletName, language)}</span>
              </>
            ),
          },
          {
            key: "state",
            head: t("tills.state"),
            from: "small",
            below: state,
            cell: state,
          },
          {
            key: "seen",
            head: t("tills.seen"),
            soft: true,
            from: "medium",
            cell: ({ lastSeen }) => (lastSeen ? formatDateTime(lastSeen, language) : t("tills.never")),
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

function WithdrawTill({ till: { _id, name }, onClose }: { till: Till; onClose(): void }) {
  const { t } = useTranslation("portal");
  return (
    <ActionDialog
      title={t("tills.withdrawTitle", { name })}
      submit={t("tills.withdraw")}
      busy={t("busy")}
      onClose={onClose}
      act={async () => {
        await withdrawTill(_id);
        await portalChanged();
        showToast(t("tills.withdrawn", { name }));
        onClose();
      }}
    >
      <p>{t("tills.withdrawText")}</p>
    </ActionDialog>
  );
}
