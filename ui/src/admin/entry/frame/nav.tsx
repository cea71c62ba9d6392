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
  ServerIcon,
  SettlementIcon,
  UploadIcon,
  WatchIcon,
} from "../../../kit/icons/icons-admin";
import { CheckIcon, RedeemIcon, WarnIcon } from "../../../kit/icons/icons-basic";
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
import { may, type Permission, type Role } from "../../roles";

/** The groups of the menu. A page that stands alone has no group. */
export const GROUPS = [
  { key: "people", Icon: MembersIcon },
  { key: "points", Icon: TransferIcon },
  { key: "programme", Icon: SlidersIcon },
  { key: "content", Icon: RedeemIcon },
  { key: "figures", Icon: WalletIcon },
  { key: "watch", Icon: WatchIcon },
  { key: "system", Icon: ServerIcon },
] as const satisfies readonly { key: string; Icon: ComponentType<IconProps> }[];

export type GroupKey = (typeof GROUPS)[number]["key"];

export interface Entry {
  key:
    | "dashboard"
    | "members"
    | "segments"
    | "claims"
    | "alarms"
    | "settlement"
    | "transactions"
    | "money"
    | "bills"
    | "journal"
    | "pageViews"
    | "expiry"
    | "items"
    | "partners"
    | "proposals"
    | "articles"
    | "campaigns"
    | "rules"
    | "goals"
    | "tiers"
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
  group?: GroupKey;
}

/** The pages of the menu, in the order in which it lists them. */
export const ENTRIES: readonly Entry[] = [
  { key: "dashboard", to: adminPaths.dashboard, needs: "readReports", Icon: DashboardIcon },
  { key: "members", to: adminPaths.members, needs: "readMembers", Icon: MembersIcon, group: "people" },
  { key: "segments", to: adminPaths.segments, needs: "readContent", Icon: MembersIcon, group: "people" },
  { key: "claims", to: adminPaths.claims, needs: "readMembers", Icon: CouponIcon, group: "people" },
  {
    key: "announcements",
    to: adminPaths.announcements,
    needs: "readContent",
    Icon: BellIcon,
    group: "people",
  },
  { key: "messages", to: adminPaths.messages, needs: "readBooks", Icon: MailIcon, group: "people" },
  { key: "settlement", to: adminPaths.settlement, needs: "readBooks", Icon: SettlementIcon, group: "points" },
  {
    key: "transactions",
    to: adminPaths.transactions,
    needs: "readBooks",
    Icon: TransferIcon,
    group: "points",
  },
  { key: "approvals", to: adminPaths.approvals, needs: "readApprovals", Icon: CheckIcon, group: "points" },
  { key: "credits", to: adminPaths.credits, needs: "readBooks", Icon: UploadIcon, group: "points" },
  { key: "rules", to: adminPaths.rules, needs: "readContent", Icon: NumberedListIcon, group: "programme" },
  { key: "goals", to: adminPaths.goals, needs: "readContent", Icon: StampIcon, group: "programme" },
  { key: "tiers", to: adminPaths.tiers, needs: "readContent", Icon: StampIcon, group: "programme" },
  {
    key: "campaigns",
    to: adminPaths.campaigns,
    needs: "readContent",
    Icon: CampaignIcon,
    group: "programme",
  },
  { key: "expiry", to: adminPaths.expiry, needs: "readReports", Icon: CalendarIcon, group: "programme" },
  { key: "carbon", to: adminPaths.carbon, needs: "readContent", Icon: LeafIcon, group: "programme" },
  { key: "items", to: adminPaths.items, needs: "readContent", Icon: RedeemIcon, group: "content" },
  { key: "partners", to: adminPaths.partners, needs: "readContent", Icon: PartnersIcon, group: "content" },
  { key: "proposals", to: adminPaths.proposals, needs: "readContent", Icon: MailIcon, group: "content" },
  { key: "articles", to: adminPaths.articles, needs: "readContent", Icon: ArticlesIcon, group: "content" },
  { key: "money", to: adminPaths.money, needs: "readReports", Icon: WalletIcon, group: "figures" },
  { key: "bills", to: adminPaths.bills, needs: "readReports", Icon: AuditIcon, group: "figures" },
  { key: "journal", to: adminPaths.journal, needs: "readReports", Icon: ArticlesIcon, group: "figures" },
  { key: "pageViews", to: adminPaths.pageViews, needs: "readViews", Icon: PulseIcon, group: "figures" },
  { key: "alarms", to: adminPaths.alarms, needs: "readMembers", Icon: WarnIcon, group: "watch" },
  { key: "audit", to: adminPaths.audit, needs: "readPointsTrail", Icon: AuditIcon, group: "watch" },
  { key: "diagnostics", to: adminPaths.diagnostics, needs: "runProgramme", Icon: PulseIcon, group: "watch" },
  { key: "settings", to: adminPaths.settings, needs: "readSettings", Icon: SlidersIcon, group: "system" },
];

/** The menu entry of an address: the most specific one that is the address or stands above it. */
export function entryOf(pathname: string): Entry | undefined {
  return ENTRIES.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`)).sort(
    (a, b) => b.to.length - a.to.length,
  )[0];
}

const FIRST: readonly Entry["key"][] = ["dashboard", "members", "items", "settings"];

/** The page that opens after a role's sign-in. */
export function firstPageOf(role: Role): string {
  const pages = ENTRIES.filter(({ key, needs }) => FIRST.includes(key) && may(role, needs));
  const first = FIRST.flatMap((key) => pages.find((page) => page.key === key) ?? [])[0];
  return first?.to ?? adminPaths.account;
}
