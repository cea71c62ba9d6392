import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/call";
import { formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { PartnerFilter } from "../../kit/PartnerFilter";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { AnyOf, Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, recordPath } from "../../paths";
import { KINDS, type Proposal } from "../../portal/proposals/ownProposals";
import { ProposalBadge } from "../../portal/proposals/ProposalBadge";
import { PROPOSALS_PATH, STATES } from "./proposals";

const FILTERS = ["state", "kind", "partner"];

/** The proposals of partners. At first the list shows those that wait for an answer. */
export function ProposalsScreen() {
  const { t } = useTranslation("adminProposals");
  const { get, change } = useAddress();
  const shown = get("state");
  const state = shown === "all" ? undefined : (STATES.find((one) => one === shown) ?? "sent");
  const kind = KINDS.find((one) => one === get("kind"));
  const partner = get("partner");
  const asked = { ...(state && { state }), ...(kind && { kind }), ...(partner && { partner }) };
  const pages = usePages<Proposal>(["proposals", "list", asked], (query, told) =>
    call("get", PROPOSALS_PATH, { query: { ...query, ...asked }, ...told }),
  );
  return (
    <AdminPage title={t("title")} line={t("line")} extra={<CsvLink path={PROPOSALS_PATH} query={asked} />}>
      <RecordList
        filters={FILTERS}
        tools={
          <>
            <Filter
              label={t("state")}
              value={state ?? "all"}
              options={[
                ...STATES.map((value) => ({ value: value as string, label: t(`states.${value}`) })),
                { value: "all", label: t("allStates") },
              ]}
              onChoose={(value) => change({ state: value === "sent" ? "" : value })}
            />
            <AnyOf
              label={t("kind")}
              any={t("allKinds")}
              of={KINDS}
              word={(value) => t(`kinds.${value}`)}
              value={kind}
              onChoose={(value) => change({ kind: value })}
            />
            <PartnerFilter
              label={t("partner")}
              all={t("allPartners")}
              value={partner}
              onChoose={(value) => change({ partner: value })}
            />
          </>
        }
        label={t("title")}
        pages={pages}
        columns={useColumns()}
        failed={t("failed")}
        empty={{ picture: <EmptySheet />, title: t("empty"), text: t("emptyText") }}
      />
    </AdminPage>
  );
}

function useColumns(): Column<Proposal>[] {
  const { t } = useTranslation("adminProposals");
  const language = useLanguage();
  const partnerOf = ({ partnerName }: Proposal) => localized(partnerName, language);
  return [
    {
      key: "title",
      head: t("proposal"),
      names: true,
      cell: ({ _id, kind, title }) => (
        <>
          <Link className={css.open} to={recordPath(adminPaths.proposals, _id)}>
            {localized(title, language) || t("untitled")}
          </Link>
          <span className={css.two}>{t(`kinds.${kind}`)}</span>
        </>
      ),
    },
    { key: "partner", head: t("partner"), from: "small", cell: partnerOf, below: partnerOf },
    {
      key: "sent",
      head: t("sentAt"),
      soft: true,
      from: "medium",
      cell: ({ sent }) => sent && formatDateTime(sent, language),
    },
    { key: "state", head: t("state"), cell: (proposal) => <ProposalBadge proposal={proposal} /> },
  ];
}
