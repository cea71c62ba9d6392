import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { classes } from "../../../kit/classes";
import css from "../../admin.module.css";
import { useMe } from "../../session";
import { AboutLinks } from "./AboutLinks";
import own from "./Audit.module.css";
import { membersOf } from "./about";
import { type Entry, nameOf, shortOf } from "./audit";
import { targetPath, transactionOf, transactionPath } from "./recordOf";

interface RecordLinkProps {
  to: string | undefined;
  /** True if the link lies above the button that covers the whole row. */
  above?: boolean | undefined;
  children: ReactNode;
}

/** A link to the page of a record, or plain text where there is none that the role may open. */
function RecordLink({ to, above, children }: RecordLinkProps) {
  if (to === undefined) return <span>{children}</span>;
  return (
    <Link className={classes(css.quietLink, above && css.above)} to={to}>
      {children}
    </Link>
  );
}

/** The target of an entry with a link to its page. A name says more than an id, where there is one. */
export function TargetLink({ entry, whole, above }: { entry: Entry; whole?: boolean; above?: boolean }) {
  const { role } = useMe();
  const { target } = entry;
  const id = <span className={css.mono}>{whole ? target : shortOf(target)}</span>;
  return (
    <RecordLink to={targetPath(entry, role)} above={above}>
      {(!whole && nameOf(entry)) || id}
    </RecordLink>
  );
}

/** The transaction by which the action moved points; nothing if the entry names none. */
export function TransactionLink({ entry, above }: { entry: Entry; above?: boolean }) {
  const { t } = useTranslation("adminAudit");
  const { role } = useMe();
  const id = transactionOf(entry);
  if (id === undefined) return null;
  return (
    <RecordLink to={transactionPath(id, role)} above={above}>
      {t("transaction", { id: shortOf(id) })}
    </RecordLink>
  );
}

/** The target of an entry, the members that it is about, and the transaction that moved their points. */
export function Target({ entry }: { entry: Entry }) {
  const members = membersOf(entry);
  const isMember = members[0]?.id === entry.target;
  const moved = transactionOf(entry) !== undefined;
  // The target is a whole list: the action already names it.
  if (entry.target === "list") return "–";
  return (
    <span className={own.targets}>
      {isMember ? (
        <span>
          <AboutLinks above members={members} />
        </span>
      ) : (
        <TargetLink entry={entry} above />
      )}
      {members.length > 0 && !isMember && (
        <span className={css.two}>
          <AboutLinks above members={members} />
        </span>
      )}
      {moved && (
        <span className={css.two}>
          <TransactionLink entry={entry} above />
        </span>
      )}
    </span>
  );
}
