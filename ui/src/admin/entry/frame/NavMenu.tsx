import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { classes } from "../../../kit/classes";
import { Modal } from "../../../kit/dialog/Dialog";
import type { IconProps } from "../../../kit/icons/Icon";
import { DownIcon, UpIcon } from "../../../kit/icons/icons-admin";
import { SearchIcon } from "../../../kit/icons/icons-form";
import text from "../../../kit/styles/text.module.css";
import { waitingProposalsQuery } from "../../catalogue/proposals/proposals";
import { summaryQuery } from "../../control/alarms/alarms";
import { mayDecide, waitingApprovalsQuery } from "../../control/approvals/approvals";
import { waitingClaimsQuery } from "../../members/claims/waiting";
import { queueQuery } from "../../money/settlements/settlements";
import { may, type Staff } from "../../roles";
import own from "./AdminFrame.module.css";
import { ENTRIES, type Entry, entryOf, GROUPS, type GroupKey } from "./nav";

/** Between these widths the menu is a rail of icons (AdminFrame.module.css). */
const RAIL = "(min-width: 768px) and (max-width: 1100px)";

interface NavMenuProps {
  me: Staff;
  onFind(): void;
}

/** The search button and the pages that the role may open, in groups of which one is open. */
export function NavMenu({ me, onFind }: NavMenuProps) {
  const { t } = useTranslation("admin");
  const here = entryOf(useLocation().pathname);
  const waiting = useWaiting(me);
  const [open, setOpen] = useState(here?.group);
  const [seen, setSeen] = useState(here);
  const [sheet, setSheet] = useState<GroupKey>();
  if (seen !== here) {
    setSeen(here);
    setSheet(undefined);
    if (here?.group) setOpen(here.group);
  }
  if (me.enrolmentRequired) return <nav className={own.nav} aria-label={t("frame.nav")} />;
  const mine = ENTRIES.filter(({ needs }) => may(me.role, needs));
  const page = (entry: Entry, icon: boolean) => (
    <NavLink key={entry.key} entry={entry} here={here} count={waiting[entry.key]} icon={icon} />
  );
  return (
    <>
      <button type="button" className={own.find} aria-keyshortcuts="Control+K" onClick={onFind}>
        <SearchIcon size={18} />
        <span className={own.label}>{t("find.open")}</span>
        <kbd className={own.label}>Ctrl K</kbd>
      </button>
      <nav className={own.nav} aria-label={t("frame.nav")}>
        {mine.filter(({ group }) => !group).map((entry) => page(entry, true))}
        {GROUPS.map(({ key, Icon }) => {
          const pages = mine.filter(({ group }) => group === key);
          const [only] = pages;
          if (!only) return null;
          if (pages.length === 1) return page(only, true);
          return (
            <NavGroup
              key={key}
              name={t(`groups.${key}`)}
              Icon={Icon}
              open={open === key}
              current={here?.group === key}
              count={pages.reduce((sum, { key: one }) => sum + (waiting[one] ?? 0), 0)}
              onPress={() => {
                if (window.matchMedia(RAIL).matches) setSheet(key);
                else setOpen(open === key ? undefined : key);
              }}
            >
              {pages.map((entry) => page(entry, false))}
            </NavGroup>
          );
        })}
      </nav>
      {sheet && (
        <GroupSheet name={t(`groups.${sheet}`)} onClose={() => setSheet(undefined)}>
          {mine.filter(({ group }) => group === sheet).map((entry) => page(entry, true))}
        </GroupSheet>
      )}
    </>
  );
}

/** The number of waiting records of each page. Requests for approval count if this person may decide them. */
function useWaiting(me: Staff): Partial<Record<Entry["key"], number>> {
  const exchanges = useQuery({
    ...queueQuery(),
    enabled: may(me.role, "readBooks") && !me.enrolmentRequired,
  });
  const alarms = useQuery({
    ...summaryQuery(),
    enabled: may(me.role, "readMembers") && !me.enrolmentRequired,
  });
  const claims = useQuery({
    ...waitingClaimsQuery(),
    enabled: may(me.role, "readMembers") && !me.enrolmentRequired,
  });
  const proposals = useQuery({
    ...waitingProposalsQuery(),
    enabled: may(me.role, "readContent") && !me.enrolmentRequired,
  });
  const approvals = useQuery({
    ...waitingApprovalsQuery(),
    enabled: may(me.role, "settle") && !me.enrolmentRequired,
  });
  return {
    approvals: approvals.data?.filter((one) => mayDecide(one, me)).length ?? 0,
    proposals: proposals.data?.count ?? 0,
    settlement: exchanges.data?.count ?? 0,
    alarms: alarms.data?.open ?? 0,
    claims: claims.data?.count ?? 0,
  };
}

interface NavLinkProps {
  entry: Entry;
  here: Entry | undefined;
  count: number | undefined;
  icon: boolean;
}

function NavLink({ entry, here, count = 0, icon }: NavLinkProps) {
  const { t } = useTranslation("admin");
  const label = t(`nav.${entry.key}`);
  return (
    <Link to={entry.to} title={label} aria-current={here === entry ? "page" : undefined}>
      {icon && <entry.Icon size={22} />}
      <span className={own.label}>{label}</span>
      <Count of={count} />
    </Link>
  );
}

interface NavGroupProps {
  name: string;
  Icon: ComponentType<IconProps>;
  open: boolean;
  /** True if the current page is in the group. */
  current: boolean;
  /** The sum of what waits inside, shown while the group is closed. */
  count: number;
  onPress(): void;
  children: ReactNode;
}

function NavGroup({ name, Icon, open, current, count, onPress, children }: NavGroupProps) {
  const Arrow = open ? UpIcon : DownIcon;
  return (
    <>
      <button
        type="button"
        className={classes(own.group, current && own.current)}
        title={name}
        aria-expanded={open}
        onClick={onPress}
      >
        <Icon size={22} />
        <span className={own.label}>{name}</span>
        {!open && <Count of={count} />}
        <Arrow size={14} />
      </button>
      {open && <div className={own.pages}>{children}</div>}
    </>
  );
}

function Count({ of }: { of: number }) {
  const { t } = useTranslation("admin");
  if (of === 0) return null;
  return (
    <span className={own.count}>
      {of > 99 ? "99+" : of}
      <span className={text.sr}>{t("nav.waiting")}</span>
    </span>
  );
}

function GroupSheet({ name, onClose, children }: { name: string; onClose(): void; children: ReactNode }) {
  const id = useId();
  return (
    <Modal className={own.groupSheet} labelledBy={id} onClose={onClose} light>
      <h2 id={id}>{name}</h2>
      <div className={own.nav}>{children}</div>
    </Modal>
  );
}
