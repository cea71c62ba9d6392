import { Fragment } from "react";
import { MemberPageLink } from "../../members/MemberLink";
import type { About } from "./about";
import { shortOf } from "./audit";

/** The members that an entry is about, each with a link to their page. */
export function AboutLinks({ members, above }: { members: readonly About[]; above?: boolean }) {
  return members.map(({ id, name }, place) => (
    <Fragment key={id}>
      {place > 0 && " · "}
      <MemberPageLink id={id} above={above}>
        {name ?? shortOf(id)}
      </MemberPageLink>
    </Fragment>
  ));
}
