import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../../api/call";
import { formatDate, formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { classes } from "../../../kit/classes";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { EmptyReceipt, EmptySearch } from "../../../kit/loading/EmptyPictures";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { AdminTabs } from "../../kit/AdminTabs";
import type { Column } from "../../kit/DataTable";
import { allOf, partners } from "../../kit/editor/kinds";
import { usePick } from "../../kit/editor/usePick";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { Filter, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { MemberLink } from "../MemberLink";
import { fullName } from "../names";
import { TakeButton } from "./Assign";
import { ClaimsBar } from "./ClaimsBar";
import { type AdminClaim, noonOf, staffQuery, TABS } from "./claims";
import { FileClaim } from "./FileClaim";
import { Findings } from "./Findings";
import { Thumbnail } from "./Thumbnail";
import { waitingClaimsQuery } from "./waiting";

const PATH = "/api/admin/claims";
const FILTERS = ["partner", "assigned"];

/** Claims of missing points: those that wait by due date, the others with the newest first. */
export function ClaimsScreen() {
  const { t } = useTranslation("adminClaims");
  const { get, change } = useAddress();
  const language = useLanguage();
  const navigate = useNavigate();
  const decides = useMay("proposePoints");
  const shops = useQuery(allOf(partners)).data ?? [];
  const staff = useQuery(staffQuery()).data ?? [];
  const tab = TABS.find((one) => one === get("status")) ?? "waiting";
  const waits = tab === "waiting" || tab === "mine";
  const [q, partner] = [get("q"), get("partner")];
  const assigned = tab === "mine" ? "me" : tab === "waiting" ? get("assigned") : "";
  const asked = {
    status: waits ? ("waiting" as const) : tab,
    ...(q ? { q } : {}),
    ...(partner ? { partner } : {}),
    ...(assigned ? { assigned } : {}),
  };
  const pages = usePages<AdminClaim>(["claims", "list", asked], (page, told) =>
    call("get", PATH, { query: { ...page, ...asked }, ...told }),
  );
  const view = JSON.stringify(asked);
  const [filing, setFiling] = useState(false);
  const [picked, setPicked] = useState<{ view: string; ids: ReadonlySet<string> }>();
  const ids = picked?.view === view ? picked.ids : new Set<string>();
  const onPick = (next: ReadonlySet<string>) => setPicked({ view, ids: next });
  const pick = usePick({ ids, rows: pages.rows ?? [], nameOf: ({ number }) => number, onPick });
  // The selection keeps rows of earlier pages.
  const chosen = (pages.data?.pages.flatMap(({ rows }) => rows) ?? []).filter(({ _id }) => ids.has(_id));
  const answered = useAnswered();
  const columns = useColumns(tab, (claim) => navigate(recordPath(adminPaths.claims, claim._id)));
  return (
    <AdminPage
      title={t("title")}
      line={<Line />}
      extra={<CsvLink path={PATH} query={asked} />}
      actions={
        decides && (
          <Button kind="quiet" small icon={<PlusIcon size={20} />} onClick={() => setFiling(true)}>
            {t("file.title")}
          </Button>
        )
      }
    >
      <AdminTabs
        label={t("title")}
        chosen={tab}
        onChoose={(value) => change({ status: value === "waiting" ? "" : value, assigned: "" })}
        tabs={TABS.map((value) => ({ value, label: t(`status.${value}`) }))}
        end={<p className={`${css.soft} ${css.medium}`}>{t("due.rule")}</p>}
      >
        <RecordList
          filters={FILTERS}
          tools={
            <>
              <SearchBox label={t("search")} value={q} onSearch={(text) => change({ q: text })} />
              <Filter
                label={t("partner")}
                value={partner}
                options={[
                  { value: "", label: t("allPartners") },
                  ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
                ]}
                onChoose={(value) => change({ partner: value })}
              />
              {tab === "waiting" && (
                <Filter
                  label={t("assign.who")}
                  value={assigned}
                  options={[
                    { value: "", label: t("assign.anyone") },
                    { value: "nobody", label: t("assign.nobody") },
                    ...staff.map(({ _id, name }) => ({ value: _id, label: name })),
                  ]}
                  onChoose={(value) => change({ assigned: value })}
                />
              )}
            </>
          }
          hint={answered && <span className={css.medium}>{answered}</span>}
          label={t("title")}
          pages={pages}
          picked={ids}
          columns={waits && decides ? [pick, ...columns] : columns}
          failed={t("failed")}
          empty={{
            picture: q || partner || assigned ? <EmptySearch /> : <EmptyReceipt />,
            title: t(`none.${tab}`),
            text: t(q || partner || assigned ? "none.narrowed" : "none.text"),
          }}
        />
        {answered && <p className={`${css.soft} ${css.goneMedium}`}>{answered}</p>}
      </AdminTabs>
      {filing && <FileClaim onClose={() => setFiling(false)} />}
      {decides && chosen.length > 0 && <ClaimsBar chosen={chosen} onClear={() => setPicked(undefined)} />}
    </AdminPage>
  );
}

/** The line above the list: the number of claims that wait, are late, or are due today. */
function Line() {
  const { t } = useTranslation("adminClaims");
  const figures = useQuery(waitingClaimsQuery()).data;
  if (!figures) return t("line");
  const { count, late, dueToday } = figures;
  return (
    <>
      <span className={css.medium}>{t("line")} </span>
      {t("figures.waiting", { count })}
      {late > 0 && <span className={css.late}> {t("figures.late", { count: late })}</span>}
      {dueToday > 0 && ` ${t("figures.dueToday", { count: dueToday })}`}
    </>
  );
}

/**
 * The words for the number of claims that were answered this month, and for the share that was answered in
 * time; undefined before the first answer.
 */
function useAnswered(): string | undefined {
  const { t } = useTranslation("adminClaims");
  const { answered = 0, answeredInTime = 0 } = useQuery(waitingClaimsQuery()).data ?? {};
  // Rounded down, so that 100 % has no exception.
  const percent = Math.floor((answeredInTime * 100) / Math.max(1, answered));
  return answered > 0 ? t("figures.answered", { count: answered, percent }) : undefined;
}

function useColumns(tab: (typeof TABS)[number], onOpen: (claim: AdminClaim) => void): Column<AdminClaim>[] {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const waits = tab === "waiting" || tab === "mine";
  const when = (row: AdminClaim) =>
    formatDateTime(
      waits ? row.due : tab === "asked" ? (row.question?.asked ?? row.created) : (row.decided ?? row.created),
      language,
    );
  const holder: Column<AdminClaim> = {
    key: "holder",
    head: t("assign.who"),
    from: "medium",
    below: (row) => row.assignedTo?.name,
    cell: (row) => <TakeButton claim={row} />,
  };
  return [
    {
      key: "number",
      head: t("number"),
      names: true,
      cell: (row) => (
        <button type="button" className={`${css.open} ${css.nowrap}`} onClick={() => onOpen(row)}>
          {row.number}
        </button>
      ),
    },
    {
      key: "when",
      head: t(waits ? "due.head" : tab === "asked" ? "ask.when" : "decided"),
      from: "small",
      below: (row) => <span className={css.nowrap}>{when(row)}</span>,
      cell: (row) => <span className={classes(css.nowrap, row.late && css.late)}>{when(row)}</span>,
    },
    { key: "photo", head: t("photo"), from: "medium", cell: (row) => <Thumbnail claim={row} /> },
    {
      key: "member",
      head: t("member"),
      from: "medium",
      below: (row) => fullName(row.member),
      cell: (row) => <MemberLink member={row.member} above />,
    },
    {
      key: "partner",
      head: t("partner"),
      cell: (row) => (
        <>
          {localized(row.partnerName, language)}
          <span className={css.two}>{formatDate(noonOf(row.day), language)}</span>
        </>
      ),
    },
    { key: "receipt", head: t("receipt"), from: "wide", cell: (row) => row.receipt ?? "–" },
    { key: "amount", head: t("bill"), end: true, from: "medium", cell: (row) => row.amountHkd },
    { key: "points", head: t("points"), end: true, cell: (row) => <b>{formatPoints(row.points)}</b> },
    ...(tab === "waiting" ? [holder] : []),
    {
      key: "found",
      head: t("found"),
      from: "wide",
      cell: (row) => {
        if (tab === "refused") return t(`reasons.${row.reason ?? "other"}`);
        if (tab === "asked") return t(`questions.${row.question?.kind ?? "other"}`);
        return <Findings claim={row} />;
      },
    },
  ];
}
