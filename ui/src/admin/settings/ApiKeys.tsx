import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { PlusIcon } from "../../components/icons-desk";
import { Badge, Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatDate } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { DataTable } from "../components/DataTable";
import { DeskDialog } from "../components/DeskDialog";
import { useLocalPages } from "../components/pages";
import { useTrouble } from "../components/trouble";
import { allOf, partners } from "../content/kinds";
import css from "../desk.module.css";
import { type ApiKey, keysChanged, keysQuery, revokeKey } from "./keys";
import { NewKey } from "./NewKey";

/** Keys of partners' tills: made, shown once, taken back. */
export function ApiKeys() {
  const { t } = useTranslation("deskSettings");
  const language = useLanguage();
  const keys = useQuery(keysQuery());
  const shops = useQuery(allOf(partners)).data ?? [];
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey>();
  const pages = useLocalPages("keys", keys);
  const stateOf = ({ revoked, expires }: ApiKey) => {
    if (revoked) return { tone: "plum", label: t("keys.revoked") } as const;
    if (Date.parse(expires) < Date.now()) return { tone: "plain", label: t("keys.expired") } as const;
    return { tone: "leaf", label: t("keys.live") } as const;
  };
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("keys.title")}</h2>
        <Button small icon={<PlusIcon size={20} />} onClick={() => setMaking(true)}>
          {t("keys.make")}
        </Button>
      </div>
      <DataTable
        label={t("keys.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("keys.failed")}
        empty={{ title: t("keys.empty.title"), text: t("keys.empty.text") }}
        columns={[
          { key: "name", head: t("keys.name"), cell: ({ name }) => <b>{name}</b> },
          {
            key: "partner",
            head: t("keys.partner"),
            from: "small",
            cell: ({ partnerId }) => {
              const partner = shops.find(({ _id }) => _id === partnerId);
              return partner ? localized(partner.name, language) : "–";
            },
          },
          {
            key: "expires",
            head: t("keys.expires"),
            soft: true,
            from: "medium",
            cell: ({ expires }) => formatDate(expires, language),
          },
          {
            key: "state",
            head: t("keys.state"),
            cell: (row) => (
              <Badge tone={stateOf(row).tone} dot={false}>
                {stateOf(row).label}
              </Badge>
            ),
          },
          {
            key: "revoke",
            head: t("keys.revoke"),
            hidden: true,
            end: true,
            cell: (row) =>
              !row.revoked && (
                <Button kind="text" small onClick={() => setRevoking(row)}>
                  {t("keys.revoke")}
                </Button>
              ),
          },
        ]}
      />
      {making && <NewKey partners={shops} onClose={() => setMaking(false)} />}
      {revoking && <Revoke apiKey={revoking} onClose={() => setRevoking(undefined)} />}
    </section>
  );
}

function Revoke({ apiKey, onClose }: { apiKey: ApiKey; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  const { t: common } = useTranslation("desk");
  const say = useTrouble();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const revoke = async () => {
    setBusy(true);
    try {
      await revokeKey(apiKey._id);
      showToast(t("keys.revokedToast", { name: apiKey.name }));
      void keysChanged();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <DeskDialog
      alert
      title={t("keys.revokeTitle", { name: apiKey.name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button kind="refuse" small busy={busy && t("keys.revoking")} onClick={() => void revoke()}>
            {t("keys.revoke")}
          </Button>
        </>
      }
    >
      <p>{t("keys.revokeText")}</p>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </DeskDialog>
  );
}
