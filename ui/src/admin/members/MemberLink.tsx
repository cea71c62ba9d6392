import { Link } from "react-router";
import { classes } from "../../components/classes";
import css from "../desk.module.css";
import { desk, recordPath } from "../paths";
import { useMay } from "../session";
import { fullName } from "./names";

interface Named {
  _id: string;
  firstName: string;
  lastName: string;
}

/** A member's name; it leads to their page whoever may look at it. */
export function MemberLink({ member, above }: { member: Named | null | undefined; above?: boolean }) {
  const mayRead = useMay("readMembers");
  if (!member || !mayRead) return fullName(member);
  return (
    <Link className={classes(css.quietLink, above && css.above)} to={recordPath(desk.members, member._id)}>
      {fullName(member)}
    </Link>
  );
}
