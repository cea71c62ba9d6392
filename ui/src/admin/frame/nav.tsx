import type { ComponentType } from "react";
import type { IconProps } from "../../components/Icon";
import { CheckIcon, RedeemIcon } from "../../components/icons-basic";
import {
  ArticlesIcon,
  AuditIcon,
  CampaignIcon,
  DashboardIcon,
  MembersIcon,
  PartnersIcon,
  PulseIcon,
  SettlementIcon,
  UploadIcon,
} from "../../components/icons-desk";
import { BellIcon } from "../../components/icons-home";
import { MailIcon, SlidersIcon, TransferIcon, WalletIcon } from "../../components/icons-member";
import { desk } from "../paths";
import type { Deed } from "../roles";

export interface Entry {
  key:
    | "dashboard"
    | "today"
    | "members"
    | "settlement"
    | "transactions"
    | "money"
    | "items"
    | "partners"
    | "articles"
    | "campaigns"
    | "announcements"
    | "messages"
    | "credits"
    | "approvals"
    | "audit"
    | "settings"
    | "diagnostics";
  to: string;
  needs: Deed;
  Icon: ComponentType<IconProps>;
}

/** The way around the desk, in the order of a working day. */
export const ENTRIES: readonly Entry[] = [
  { key: "dashboard", to: desk.dashboard, needs: "readReports", Icon: DashboardIcon },
  { key: "today", to: desk.today, needs: "stand", Icon: DashboardIcon },
  { key: "members", to: desk.members, needs: "readMembers", Icon: MembersIcon },
  { key: "settlement", to: desk.settlement, needs: "readBooks", Icon: SettlementIcon },
  { key: "transactions", to: desk.transactions, needs: "readBooks", Icon: TransferIcon },
  { key: "money", to: desk.money, needs: "readReports", Icon: WalletIcon },
  { key: "items", to: desk.items, needs: "readContent", Icon: RedeemIcon },
  { key: "partners", to: desk.partners, needs: "readContent", Icon: PartnersIcon },
  { key: "articles", to: desk.articles, needs: "readContent", Icon: ArticlesIcon },
  { key: "campaigns", to: desk.campaigns, needs: "readContent", Icon: CampaignIcon },
  { key: "announcements", to: desk.announcements, needs: "readContent", Icon: BellIcon },
  { key: "messages", to: desk.messages, needs: "readBooks", Icon: MailIcon },
  { key: "credits", to: desk.credits, needs: "readBooks", Icon: UploadIcon },
  { key: "approvals", to: desk.approvals, needs: "readApprovals", Icon: CheckIcon },
  { key: "audit", to: desk.audit, needs: "readPointsTrail", Icon: AuditIcon },
  { key: "settings", to: desk.settings, needs: "readSettings", Icon: SlidersIcon },
  { key: "diagnostics", to: desk.diagnostics, needs: "runProgramme", Icon: PulseIcon },
];
