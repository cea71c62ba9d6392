import type { ComponentType } from "react";
import type { IconProps } from "../../../kit/icons/Icon";
import {
  ArticlesIcon,
  AuditIcon,
  CampaignIcon,
  DashboardIcon,
  MembersIcon,
  NumberedListIcon,
  PartnersIcon,
  PulseIcon,
  SettlementIcon,
  UploadIcon,
} from "../../../kit/icons/icons-admin";
import { CheckIcon, RedeemIcon } from "../../../kit/icons/icons-basic";
import { BellIcon } from "../../../kit/icons/icons-home";
import {
  CalendarIcon,
  CouponIcon,
  LeafIcon,
  MailIcon,
  SlidersIcon,
  StampIcon,
  TransferIcon,
  WalletIcon,
} from "../../../kit/icons/icons-member";
import { adminPaths } from "../../paths";
import type { Permission } from "../../roles";

export interface Entry {
  key:
    | "dashboard"
    | "today"
    | "members"
    | "claims"
    | "settlement"
    | "transactions"
    | "money"
    | "expiry"
    | "items"
    | "partners"
    | "articles"
    | "campaigns"
    | "rules"
    | "goals"
    | "carbon"
    | "announcements"
    | "messages"
    | "credits"
    | "approvals"
    | "audit"
    | "settings"
    | "diagnostics";
  to: string;
  needs: Permission;
  Icon: ComponentType<IconProps>;
}

/** The menu of the admin app, in the order of a typical working day. */
export const ENTRIES: readonly Entry[] = [
  { key: "dashboard", to: adminPaths.dashboard, needs: "readReports", Icon: DashboardIcon },
  { key: "today", to: adminPaths.today, needs: "stand", Icon: DashboardIcon },
  { key: "members", to: adminPaths.members, needs: "readMembers", Icon: MembersIcon },
  { key: "claims", to: adminPaths.claims, needs: "readMembers", Icon: CouponIcon },
  { key: "settlement", to: adminPaths.settlement, needs: "readBooks", Icon: SettlementIcon },
  { key: "transactions", to: adminPaths.transactions, needs: "readBooks", Icon: TransferIcon },
  { key: "money", to: adminPaths.money, needs: "readReports", Icon: WalletIcon },
  { key: "expiry", to: adminPaths.expiry, needs: "readReports", Icon: CalendarIcon },
  { key: "items", to: adminPaths.items, needs: "readContent", Icon: RedeemIcon },
  { key: "partners", to: adminPaths.partners, needs: "readContent", Icon: PartnersIcon },
  { key: "articles", to: adminPaths.articles, needs: "readContent", Icon: ArticlesIcon },
  { key: "rules", to: adminPaths.rules, needs: "readContent", Icon: NumberedListIcon },
  { key: "campaigns", to: adminPaths.campaigns, needs: "readContent", Icon: CampaignIcon },
  { key: "goals", to: adminPaths.goals, needs: "readContent", Icon: StampIcon },
  { key: "carbon", to: adminPaths.carbon, needs: "readContent", Icon: LeafIcon },
  { key: "announcements", to: adminPaths.announcements, needs: "readContent", Icon: BellIcon },
  { key: "messages", to: adminPaths.messages, needs: "readBooks", Icon: MailIcon },
  { key: "credits", to: adminPaths.credits, needs: "readBooks", Icon: UploadIcon },
  { key: "approvals", to: adminPaths.approvals, needs: "readApprovals", Icon: CheckIcon },
  { key: "audit", to: adminPaths.audit, needs: "readPointsTrail", Icon: AuditIcon },
  { key: "settings", to: adminPaths.settings, needs: "readSettings", Icon: SlidersIcon },
  { key: "diagnostics", to: adminPaths.diagnostics, needs: "runProgramme", Icon: PulseIcon },
];
