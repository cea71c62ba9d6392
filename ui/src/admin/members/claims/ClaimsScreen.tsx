import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../../api/call";
import { formatDate, formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { AdminTabs } from "../../kit/AdminTabs";
import type { Column } from "../../kit/DataTable";
import { allOf, partners } from "../../kit/editor/kinds";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { Filter, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, recordPath } from "../../paths";
import { MemberLink } from "../MemberLink";
import { fullName } from "../names";
import { type AdminClaim, noonOf, STATUSES } from "./claims";
import { Findings } from "./Findings";

const PATH = "/api/admin/claims";

/** Claims of missing points: those that wait by due date, the others with the newest first. */
export function ClaimsScreen() {
  const { t } = useTranslation("adminClaims");
  const { get, change } = useAddress();
  const language = useLanguage();
  const navigate = useNavigate();
  const shops = useQuery(allOf(partners)).data ?? [];
  const status = STATUSES.find((one) => one === get("status")) ?? "waiting";
  const [q, partner] = [get("q"), get("partner")];
  const asked = { status, ...(q ? { q } : {}), ...(partner ? { partner } : {}) };
  const pages = usePages<AdminClaim>(["claims", "list", asked], (page, told) =>
    call("get", PATH, { query: { ...page, ...asked }, ...told }),
  );
  return (
    <AdminPage title={t("title")} line={t("line")} actions={<CsvLink path={PATH} query={asked} />}>
      <AdminTabs
        label={t("title")}
        chosen={status}
        onChoose={(value) => change({ status: value === "waiting" ? "" : value })}
        tabs={STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        end={<p className={css.soft}>{t("due.rule")}</p>}
      >
        <RecordList
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
            </>
          }
          label={t("title")}
          pages={pages}
          columns={useColumns(status, (claim) => navigate(recordPath(adminPaths.claims, claim._id)))}
          failed={t("failed")}
          empty={{ title: t(`none.${status}`), text: t(q || partner ? "none.narrowed" : "none.text") }}
        />
      </AdminTabs>
    </AdminPage>
  );
}

function useColumns(status: AdminClaim["status"], onOpen: (claim: AdminClaim) => void): Column<AdminClaim>[] {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const when = (row: AdminClaim) =>
    formatDateTime(status === "waiting" ? row.due : (row.decided ?? row.created), language);
  return [
    {
      key: "number",
      head: t("number"),
      names: true,
      cell: (row) => (
        <button type="button" className={css.open} onClick={() => onOpen(row)}>
          {row.number}
        </button>
      ),
    },
    {
      key: "when",
      head: t(status === "waiting" ? "due.head" : "decided"),
      from: "small",
      below: when,
      cell: (row) => <span className={row.late ? css.late : css.nowrap}>{when(row)}</span>,
    },
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
    {
      key: "found",
      head: t("found"),
      from: "wide",
      cell: (row) =>
        status === "refused" ? t(`reasons.${row.reason ?? "other"}`) : <Findings claim={row} />,
    },
  ];
}
