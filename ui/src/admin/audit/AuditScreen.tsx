import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import type { components } from "../../api/schema";
import { classes } from "../../components/classes";
import { Badge } from "../../components/Paper";
import { formatExactTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { type Column, DataTable } from "../components/DataTable";
import { Drawer } from "../components/DeskDialog";
import { DeskPage } from "../components/DeskPage";
import { usePages } from "../components/pages";
import { differences } from "../content/merge";
import css from "../desk.module.css";
import own from "./Audit.module.css";
import { useActionName, useRoleName } from "./words";

type Entry = components["schemas"]["AuditEntry"];

const TONES: Record<string, "leaf" | "harbour" | "pollen" | "kapok" | "plain"> = {
  owner: "leaf",
  operator: "leaf",
  support: "harbour",
  finance: "harbour",
  auditor: "harbour",
  editor: "pollen",
  merchant: "kapok",
};

/** Every change, who made it, and what it was before. */
export function AuditScreen() {
  const { t } = useTranslation("deskAudit");
  const [open, setOpen] = useState<Entry>();
  const pages = usePages<Entry>(["audit", "list"], (query, told) =>
    call("get", "/api/admin/audit", { query, ...told }),
  );
  return (
    <DeskPage title={t("title")} line={t("line")}>
      <section className={`${css.panel} ${css.list}`}>
        <DataTable
          label={t("title")}
          pages={pages}
          columns={useColumns(setOpen)}
          rowKey={({ _id }) => _id}
          chosen={({ _id }) => _id === open?._id}
          failed={t("failed")}
          empty={{ title: t("empty.title"), text: t("empty.text") }}
        />
      </section>
      {open && <Change entry={open} onClose={() => setOpen(undefined)} />}
    </DeskPage>
  );
}

function useColumns(onOpen: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation("deskAudit");
  const language = useLanguage();
  const roleName = useRoleName();
  const actionName = useActionName();
  return [
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "small",
      cell: (row) => <span className={css.nowrap}>{formatExactTime(row.created, language)}</span>,
    },
    { key: "who", head: t("who"), cell: (row) => row.actorName },
    {
      key: "role",
      head: t("role"),
      from: "medium",
      cell: (row) => (
        <Badge tone={TONES[row.actorRole] ?? "plain"} dot={false}>
          {roleName(row.actorRole)}
        </Badge>
      ),
    },
    {
      key: "action",
      head: t("action"),
      cell: (row) => (
        <button type="button" className={css.open} onClick={() => onOpen(row)}>
          {actionName(row.action)}
        </button>
      ),
    },
    {
      key: "target",
      head: t("object"),
      soft: true,
      from: "wide",
      cell: (row) => nameOf(row) ?? <span className={css.mono}>{row.target.slice(-8)}</span>,
    },
  ];
}

/** What the thing was called, where either version says so. */
function nameOf({ before, after }: Entry): string | undefined {
  for (const side of [after, before]) {
    const named: { name?: unknown; title?: unknown } = side ?? {};
    for (const found of [named.name, named.title]) {
      if (typeof found === "string") return found;
      if (found && typeof found === "object" && "en" in found && typeof found.en === "string")
        return found.en;
    }
  }
  return undefined;
}

/** Before and after, field by field. */
function Change({ entry, onClose }: { entry: Entry; onClose(): void }) {
  const { t } = useTranslation("deskAudit");
  const language = useLanguage();
  const roleName = useRoleName();
  const actionName = useActionName();
  const { before = {}, after = {} } = entry;
  const found = differences(before, before, after);
  return (
    <Drawer title={actionName(entry.action)} line={nameOf(entry)} onClose={onClose}>
      <div className={own.sides}>
        {(["mine", "theirs"] as const).map((side) => (
          <div key={side} className={classes(own.side, side === "mine" ? own.before : own.after)}>
            <h3>{t(side === "mine" ? "before" : "after")}</h3>
            {found.length === 0 && <p>{t("nothing")}</p>}
            {found.map((difference) => (
              <p key={difference.key}>
                {difference.key}: {difference[side] || "–"}
              </p>
            ))}
          </div>
        ))}
      </div>
      <dl className={css.facts}>
        {[
          [t("who"), `${entry.actorName} · ${roleName(entry.actorRole)}`],
          [t("when"), formatExactTime(entry.created, language)],
          [t("address"), entry.address],
          [t("object"), entry.target],
          [t("entry"), entry._id],
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}
