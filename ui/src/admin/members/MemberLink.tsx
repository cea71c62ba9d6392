import type { ReactNode } from "react";
import { Link } from "react-router";
import { classes } from "../../kit/classes";
import css from "../admin.module.css";
import { adminPaths, recordPath } from "../paths";
import { useMay } from "../session";
import { fullName } from "./names";

interface Named {
  _id: string;
  firstName: string;
  lastName: string;
}

interface MemberPageLinkProps {
  id: string;
  /** Drawn above the button that covers the whole row. */
  above?: boolean | undefined;
  children: ReactNode;
}

/** A link to a member's page, or plain text for roles that may not open it. */
export function MemberPageLink({ id, above, children }: MemberPageLinkProps) {
  if (!useMay("readMembers")) return <>{children}</>;
  return (
    <Link className={classes(css.quietLink, above && css.above)} to={recordPath(adminPaths.members, id)}>
      {children}
    </Link>
  );
}

/** A member's name with a link to their page. */
export function MemberLink({ member, above }: { member: Named | null | undefined; above?: boolean }) {
  if (!member) return fullName(member);
  return (
    <MemberPageLink id={member._id} above={above}>
      {fullName(member)}
    </MemberPageLink>
  );
}
