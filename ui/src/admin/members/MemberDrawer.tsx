import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Blossom } from "../../components/Blossom";
import { Button } from "../../components/Button";
import { RowSkeleton } from "../../components/Skeletons";
import { ErrorState } from "../../components/States";
import { StencilNumber } from "../../components/StencilNumber";
import { formatDate, formatShortId } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Drawer } from "../components/DeskDialog";
import { DeskTabs } from "../components/DeskTabs";
import deskCss from "../desk.module.css";
import { Face } from "../frame/Mark";
import { useMay } from "../session";
import { AdjustDialog } from "./AdjustDialog";
import { Ledger } from "./Ledger";
import css from "./Members.module.css";
import { formatPhone } from "./MembersScreen";
import { type AdminMember, memberQuery } from "./members";
import { fullName } from "./names";
import { Papers } from "./Papers";
import { StandingDialog } from "./StandingDialog";
import { StatusBadge } from "./StatusBadge";

/** One member: balance, history, details, and what may be done about them. */
export function MemberDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { t } = useTranslation("deskMembers");
  const member = useQuery(memberQuery(id));
  const found = member.data;
  if (!found) {
    return (
      <Drawer title={t("member")} onClose={onClose}>
        {member.isError ? (
          <ErrorState title={t("oneFailed")} onRetry={() => member.refetch()} />
        ) : (
          <RowSkeleton count={5} />
        )}
      </Drawer>
    );
  }
  return <Shown member={found} onClose={onClose} />;
}

function Shown({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("deskMembers");
  const [tab, setTab] = useState<"ledger" | "details">("ledger");
  const [asking, setAsking] = useState<"adjust" | "standing">();
  const mayAdjust = useMay("adjustPoints") && member.status !== "erased";
  const maySuspend = useMay("suspend") && member.status !== "erased";
  const suspended = member.status === "suspended";
  const close = () => setAsking(undefined);
  return (
    <Drawer
      title={fullName(member)}
      picture={<Face name={fullName(member)} size={64} />}
      line={
        <p className={deskCss.soft}>
          {formatShortId(member.shortId)} · {member.phone ? formatPhone(member.phone) : member.email}
        </p>
      }
      onClose={onClose}
      foot={
        (mayAdjust || maySuspend) && (
          <>
            {maySuspend && (
              <Button kind={suspended ? "quiet" : "refuse"} small onClick={() => setAsking("standing")}>
                {t(suspended ? "reinstate" : "suspend")}
              </Button>
            )}
            {mayAdjust && (
              <Button small onClick={() => setAsking("adjust")}>
                {t("adjust.open")}
              </Button>
            )}
          </>
        )
      }
    >
      <div className={css.card}>
        <Blossom size={190} print stamens={false} />
        <div>
          <p>{t("balance")}</p>
          <StencilNumber value={member.points} height={38} pollen />
        </div>
        <div>{suspended && <StatusBadge status={member.status} />}</div>
      </div>
      {member.status !== "erased" && <Papers member={member} />}
      <div className={css.tabs}>
        <DeskTabs<"ledger" | "details">
          label={fullName(member)}
          tabs={[
            { value: "ledger", label: t("tabs.ledger") },
            { value: "details", label: t("tabs.details") },
          ]}
          chosen={tab}
          onChoose={setTab}
        >
          {tab === "ledger" ? <Ledger member={member} /> : <Details member={member} />}
        </DeskTabs>
      </div>
      {asking === "adjust" && <AdjustDialog member={member} onClose={close} />}
      {asking === "standing" && <StandingDialog member={member} onClose={close} />}
    </Drawer>
  );
}

function Details({ member }: { member: AdminMember }) {
  const { t } = useTranslation("deskMembers");
  const language = useLanguage();
  const facts = [
    [t("id"), formatShortId(member.shortId)],
    [t("email"), member.email ?? "–"],
    [t("phone"), formatPhone(member.phone)],
    [t("joined"), formatDate(member.created, language)],
  ] as const;
  return (
    <dl className={deskCss.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>{t("status")}</dt>
        <dd>
          <StatusBadge status={member.status} />
        </dd>
      </div>
    </dl>
  );
}
