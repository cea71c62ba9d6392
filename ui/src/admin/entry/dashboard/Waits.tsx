import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { pageTagOf, useLanguage } from "../../../i18n/language";
import adminCss from "../../admin.module.css";
import { waitingProposalsQuery } from "../../catalogue/proposals/proposals";
import { summaryQuery } from "../../control/alarms/alarms";
import { waitingApprovalsQuery } from "../../control/approvals/approvals";
import { isLate, useAge } from "../../kit/age";
import { type WaitRow, WaitRows } from "../../kit/WaitRows";
import { waitingClaimsQuery } from "../../members/claims/waiting";
import { queueQuery } from "../../money/settlements/settlements";
import { adminPaths } from "../../paths";

interface Wait extends Omit<WaitRow, "name"> {
  key: "alarms" | "claims" | "exchanges" | "approvals" | "proposals";
}

/** The work that waits for a person: how much, and what is late. */
export function Waits() {
  const { t } = useTranslation("adminDashboard");
  return (
    <section className={adminCss.panel}>
      <div className={adminCss.panelHead}>
        <h2>{t("waits.title")}</h2>
      </div>
      <WaitRows rows={useWaits().map((wait) => ({ ...wait, name: t(`waits.${wait.key}`) }))} />
    </section>
  );
}

function useWaits(): Wait[] {
  const { t } = useTranslation("adminDashboard");
  const language = useLanguage();
  const age = useAge();
  const alarms = useQuery(summaryQuery()).data;
  const claims = useQuery(waitingClaimsQuery()).data;
  const exchanges = useQuery(queueQuery()).data;
  const approvals = useQuery(waitingApprovalsQuery()).data;
  const proposals = useQuery(waitingProposalsQuery()).data;
  const names = [...new Set(approvals?.map(({ askedBy }) => askedBy.name))].slice(0, 3);
  const list = new Intl.ListFormat(pageTagOf(language), { type: "conjunction" });
  const oldest = exchanges?.oldest;
  return [
    {
      key: "alarms",
      to: adminPaths.alarms,
      count: alarms?.open,
      line: alarms?.held ? t("waits.held", { count: alarms.held }) : undefined,
    },
    {
      key: "claims",
      to: adminPaths.claims,
      count: claims?.count,
      line: claims?.late
        ? t("waits.late", { count: claims.late })
        : claims?.dueToday
          ? t("waits.dueToday", { count: claims.dueToday })
          : undefined,
      late: true,
    },
    {
      key: "exchanges",
      to: adminPaths.settlement,
      count: exchanges?.count,
      line: oldest && t("waits.oldest", { age: age(oldest) }),
      late: oldest !== undefined && isLate({ created: oldest }),
    },
    {
      key: "approvals",
      to: adminPaths.approvals,
      count: approvals?.length,
      line: names.length > 0 ? t("waits.by", { names: list.format(names) }) : undefined,
    },
    {
      key: "proposals",
      to: adminPaths.proposals,
      count: proposals?.count,
      line: proposals?.oldest && t("waits.oldest", { age: age(proposals.oldest) }),
      late: proposals?.oldest !== undefined && isLate({ created: proposals.oldest }),
    },
  ];
}
