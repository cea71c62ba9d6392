import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import css from "../../admin.module.css";
import { fullName } from "../../members/names";
import { adminPaths } from "../../paths";
import { today } from "../reports/reports";
import type { Transaction } from "./transactions";

/** The lists around a transaction: those of the same member and of the same till, on its day in Hong Kong. */
export function Neighbours({ of: { created, postings, partner, award } }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const day = today(Date.parse(created));
  const list = (asked: Record<string, string>) =>
    `${adminPaths.transactions}?${new URLSearchParams({ ...asked, from: day, to: day })}`;
  // A transfer has two members.
  const members = postings.flatMap(({ member }) => member ?? []);
  const lists = [
    ...members.map((member) => ({ words: fullName(member), to: list({ q: member.shortId }) })),
    ...(award?.till && award.tillId && partner
      ? [{ words: award.till, to: list({ partner, till: award.tillId }) }]
      : []),
  ];
  if (lists.length === 0) return null;
  return (
    <div>
      <dt>{t("sameDay")}</dt>
      <dd>
        {lists.map(({ words, to }, place) => (
          <Fragment key={to}>
            {place > 0 && " · "}
            <Link className={css.quietLink} to={to}>
              {words}
            </Link>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
