import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { ApiProblem } from "../../api/problem";
import { formatShortId } from "../../i18n/format";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { EmptySearch } from "../../kit/loading/EmptyPictures";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import css from "../admin.module.css";
import { AdminPage } from "../kit/AdminPage";
import { AdminTabs } from "../kit/AdminTabs";
import { useAddress } from "../kit/useAddress";
import { adminPaths } from "../paths";
import { useMay } from "../session";
import { AdjustDialog } from "./AdjustDialog";
import { BalanceCard } from "./BalanceCard";
import { MemberActions } from "./MemberActions";
import { MemberAudit } from "./MemberAudit";
import { MemberFacts } from "./MemberFacts";
import { MemberMessages } from "./MemberMessages";
import { MemberRedemptions } from "./MemberRedemptions";
import own from "./Members.module.css";
import { MemberTransactions } from "./MemberTransactions";
import { type MemberPage, pageQuery } from "./members";
import { Notes } from "./Notes";
import { formatPhone, fullName } from "./names";
import { Overview } from "./Overview";
import { SignIns } from "./SignIns";
import { StatusBadge } from "./StatusBadge";

/** One member: all data that staff may see, and the actions on the account. */
export function MemberScreen() {
  const { id = "" } = useParams();
  // The key resets all state for another member.
  return <Loading key={id} id={id} />;
}

function Loading({ id }: { id: string }) {
  const { t } = useTranslation("adminMembers");
  const { t: one } = useTranslation("adminMember");
  const page = useQuery(pageQuery(id));
  if (page.data) return <Shown page={page.data} />;
  const missing = page.error instanceof ApiProblem && page.error.status === 404;
  return (
    <AdminPage title={t("member")} back={{ to: adminPaths.members, label: t("title") }}>
      {missing ? (
        <EmptyState
          picture={<EmptySearch />}
          title={one("missing.title")}
          text={one("missing.text")}
          action={<ButtonLink to={adminPaths.members}>{t("title")}</ButtonLink>}
        />
      ) : page.isError ? (
        <ErrorState title={t("oneFailed")} error={page.error} onRetry={() => page.refetch()} />
      ) : (
        <RowSkeleton count={5} />
      )}
    </AdminPage>
  );
}

const TABS = ["overview", "transactions", "redemptions", "messages", "signIns", "trail"] as const;
type Tab = (typeof TABS)[number];

function Shown({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMembers");
  const [adjusting, setAdjusting] = useState(false);
  const { member } = page;
  const gone = member.status === "erased";
  const mayAdjust = useMay("adjustPoints");
  const mayPropose = useMay("proposePoints") && !gone;
  const contact = member.phone ? formatPhone(member.phone) : member.email;
  return (
    <AdminPage
      title={gone ? t("statuses.erased") : fullName(member)}
      back={{ to: adminPaths.members, label: t("title") }}
      line={
        <span className={own.line}>
          {[formatShortId(member.shortId), contact].filter(Boolean).join(" · ")}
          <StatusBadge status={member.status} />
        </span>
      }
      actions={
        mayPropose && (
          <Button small onClick={() => setAdjusting(true)}>
            {t(mayAdjust ? "adjust.open" : "adjust.propose")}
          </Button>
        )
      }
    >
      <div className={css.split}>
        <div>
          <BalanceCard page={page} />
          <Parts page={page} />
        </div>
        <div className={css.stack}>
          <MemberFacts page={page} />
          {!gone && <Notes page={page} />}
          {!gone && <MemberActions page={page} />}
        </div>
      </div>
      {adjusting && <AdjustDialog member={member} onClose={() => setAdjusting(false)} />}
    </AdminPage>
  );
}

function Parts({ page }: { page: MemberPage }) {
  const { t } = useTranslation("adminMember");
  const { get, change } = useAddress();
  const mayReadTrail = useMay("readPointsTrail");
  const { member } = page;
  const gone = member.status === "erased";
  const offered = TABS.filter((tab) => {
    if (tab === "trail") return mayReadTrail;
    return !gone || tab === "overview" || tab === "transactions" || tab === "redemptions";
  });
  const chosen: Tab = offered.find((tab) => tab === get("tab")) ?? "overview";
  const choose = (tab: Tab) =>
    change({ tab: tab === "overview" ? "" : tab, type: "", from: "", to: "", transaction: "" });
  return (
    <section className={`${css.panel} ${own.parts}`}>
      <AdminTabs<Tab>
        label={t("tabs.label")}
        tabs={offered.map((value) => ({ value, label: t(`tabs.${value}`) }))}
        chosen={chosen}
        onChoose={choose}
      >
        {gone && <Note>{t("gone")}</Note>}
        {chosen === "overview" && <Overview page={page} onAll={() => choose("transactions")} />}
        {chosen === "transactions" && <MemberTransactions member={member} />}
        {chosen === "redemptions" && <MemberRedemptions member={member} />}
        {chosen === "messages" && <MemberMessages page={page} />}
        {chosen === "signIns" && <SignIns page={page} />}
        {chosen === "trail" && <MemberAudit id={member._id} />}
      </AdminTabs>
    </section>
  );
}
