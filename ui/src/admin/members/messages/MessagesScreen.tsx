import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { isEmail, isPhone } from "../../../kit/form/validation";
import { EmptyBell } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { AnyOf, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { useMay } from "../../session";
import { MessageDrawer } from "./MessageDrawer";
import {
  CHANNELS,
  type Message,
  reasonOf,
  SHOWN_STATES,
  type STATES,
  shownState,
  summaryQuery,
} from "./messages";
import { RetryAll } from "./RetryAll";
import { useKindName } from "./words";

const TONES = { waiting: "harbour", sent: "leaf", dead: "plum", kept: "pollen" } as const;

const FILTERS = ["channel", "state"];

/** Messages of the last month with their delivery state. */
export function MessagesScreen() {
  const { t } = useTranslation("adminMessages");
  const { get, change } = useAddress();
  const mayRetry = useMay("suspend");
  const [open, setOpen] = useState<Message>();
  const to = get("to");
  const state = SHOWN_STATES.find((one) => one === get("state"));
  const channel = CHANNELS.find((one) => one === get("channel"));
  // The server matches whole addresses only, so a partial one is not sent.
  const whole = to === "" || isEmail(to) || isPhone(to);
  const chosen = { ...(to && whole ? { to } : {}), ...(channel ? { channel } : {}) };
  const asked = { ...chosen, ...(state === "kept" ? { kept: true } : state ? { state } : {}) };
  const pages = usePages<Message>(["messages", "list", whole && to, state, channel], (page, told) =>
    call("get", "/api/admin/messages", { query: { ...page, ...asked }, ...told }),
  );
  return (
    <AdminPage
      title={t("title")}
      line={<Counts />}
      extra={<CsvLink path="/api/admin/messages" query={asked} />}
      actions={mayRetry && whole && state === "dead" && <RetryAll chosen={chosen} />}
    >
      <RecordList
        filters={FILTERS}
        tools={
          <>
            <SearchBox label={t("search")} value={to} onSearch={(typed) => change({ to: typed })} />
            <AnyOf
              label={t("channel")}
              any={t("allChannels")}
              of={CHANNELS}
              word={(value) => t(`channels.${value}`)}
              value={channel}
              onChoose={(value) => change({ channel: value })}
            />
            <AnyOf
              label={t("state")}
              any={t("allStates")}
              of={SHOWN_STATES}
              word={(value) => t(`states.${value}`)}
              value={state}
              onChoose={(value) => change({ state: value })}
            />
          </>
        }
        hint={!whole && t("wholeOnly")}
        label={t("title")}
        pages={pages}
        columns={useColumns(setOpen)}
        failed={t("failed")}
        empty={{ picture: <EmptyBell />, title: t("empty.title"), text: t("empty.text") }}
        open={open?._id}
      />
      {open && <MessageDrawer message={open} onClose={() => setOpen(undefined)} />}
    </AdminPage>
  );
}

/** Delivery counts of the channels, in one line. */
function Counts() {
  const { t } = useTranslation("adminMessages");
  const { data } = useQuery(summaryQuery());
  if (!data) return null;
  const count = (state: (typeof STATES)[number]) =>
    formatPoints(data.counts.filter((one) => one.state === state).reduce((sum, one) => sum + one.count, 0));
  const { smsParts, smsBudget } = data;
  return t(smsBudget > 0 ? "lineOfBudget" : "line", {
    waiting: count("waiting"),
    sent: count("sent"),
    dead: count("dead"),
    parts: formatPoints(smsParts),
    budget: formatPoints(smsBudget),
    // Rounded down, so that 100 % appears only when the budget is used up.
    share: Math.floor((100 * smsParts) / Math.max(1, smsBudget)),
  });
}

function useColumns(onOpen: (message: Message) => void): Column<Message>[] {
  const { t } = useTranslation("adminMessages");
  const language = useLanguage();
  const kindName = useKindName();
  return [
    {
      key: "what",
      head: t("what"),
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => onOpen(row)}>
            {kindName(row.kind)}
          </button>
          <span className={css.two}>{t(`channels.${row.channel}`)}</span>
        </>
      ),
    },
    { key: "to", head: t("to"), soft: true, from: "small", cell: (row) => row.to },
    {
      key: "created",
      head: t("created"),
      soft: true,
      from: "medium",
      cell: (row) => <span className={css.nowrap}>{formatDateTime(row.created, language)}</span>,
    },
    { key: "attempts", head: t("attempts"), end: true, from: "wide", cell: (row) => row.attempts },
    {
      key: "state",
      head: t("state"),
      cell: (row) => (
        <>
          <Badge tone={TONES[shownState(row)]}>{t(`states.${shownState(row)}`)}</Badge>
          {row.state !== "sent" && row.reason && <span className={css.two}>{reasonOf(row).word}</span>}
        </>
      ),
    },
  ];
}
