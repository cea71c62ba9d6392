import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate, formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { LooseKey } from "../../../kit/loading/EmptyWork";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { allOf, partners } from "../../kit/editor/kinds";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { useMay } from "../../session";
import { ApiKeyDrawer } from "./ApiKeyDrawer";
import { useKeyState } from "./apiKeyState";
import { type ApiKey, keysQuery } from "./apiKeys";
import { NewApiKey } from "./NewApiKey";

/** API keys of partners' tills: create, show once, edit, revoke. */
export function ApiKeys() {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const keys = useQuery(keysQuery());
  const shops = useQuery(allOf(partners)).data ?? [];
  const mayWrite = useMay("own");
  const [making, setMaking] = useState(false);
  const [open, setOpen] = useState<string>();
  const shown = keys.data?.find(({ _id }) => _id === open);
  const partnerOf = ({ partnerId }: ApiKey) => {
    const partner = shops.find(({ _id }) => _id === partnerId);
    return partner ? localized(partner.name, language) : "–";
  };
  const columns = useColumns(partnerOf, setOpen);
  const pages = useLocalPages("keys", keys, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("keys.title")}</h2>
        <CsvLink path="/api/admin/api-keys" of={t("keys.title")} />
        {mayWrite && (
          <Button small icon={<PlusIcon size={20} />} onClick={() => setMaking(true)}>
            {t("keys.make")}
          </Button>
        )}
      </div>
      <DataTable
        label={t("keys.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open}
        failed={t("keys.failed")}
        empty={{ picture: <LooseKey />, title: t("keys.empty.title"), text: t("keys.empty.text") }}
        columns={columns}
      />
      {making && <NewApiKey partners={shops} onClose={() => setMaking(false)} />}
      {shown && (
        <ApiKeyDrawer
          key={shown._id}
          apiKey={shown}
          partner={partnerOf(shown)}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function useColumns(partnerOf: (key: ApiKey) => string, onOpen: (id: string) => void): Column<ApiKey>[] {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const stateOf = useKeyState();
  return [
    {
      key: "name",
      head: t("keys.name"),
      by: ({ name }) => name,
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => onOpen(row._id)}>
            {row.name}
          </button>
          <span className={css.two}>{partnerOf(row)}</span>
        </>
      ),
    },
    {
      key: "scopes",
      head: t("keys.scopes"),
      soft: true,
      from: "medium",
      cell: ({ scopes = [] }) => scopes.map((scope) => t(`keys.scopeShort.${scope}`)).join(" · "),
    },
    {
      key: "networks",
      head: t("keys.networks"),
      soft: true,
      from: "wide",
      cell: ({ networks = [] }) => networks.join(" · ") || t("keys.anywhere"),
    },
    {
      key: "used",
      head: t("keys.lastUsed"),
      soft: true,
      from: "medium",
      by: ({ lastUsed }) => (lastUsed ? Date.parse(lastUsed) : undefined),
      cell: ({ lastUsed }) => (lastUsed ? formatDateTime(lastUsed, language) : t("keys.never")),
    },
    {
      key: "expires",
      head: t("keys.expires"),
      soft: true,
      from: "wide",
      by: ({ expires }) => Date.parse(expires),
      cell: ({ expires }) => formatDate(expires, language),
    },
    {
      key: "state",
      head: t("keys.state"),
      from: "small",
      by: (row) => stateOf(row).label,
      cell: (row) => (
        <Badge tone={stateOf(row).tone} dot={false}>
          {stateOf(row).label}
        </Badge>
      ),
    },
  ];
}
