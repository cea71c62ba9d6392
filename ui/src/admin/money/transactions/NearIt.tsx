import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatChange } from "../../../i18n/format";
import css from "../../admin.module.css";
import { fullName } from "../../members/names";
import { adminPaths } from "../../paths";
import { today } from "../reports/reports";
import own from "./Transaction.module.css";
import type { Transaction } from "./transactions";

/** The lists around a transaction, with how many others they have: of its receipt, its members and its till. */
export function NearIt({ of: { created, postings, partner, award, nearby } }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const day = today(Date.parse(created));
  const list = (asked: Record<string, string>) => `${adminPaths.transactions}?${new URLSearchParams(asked)}`;
  const others = (count: number) => (count === 0 ? t("near.none") : t("near.more", { count }));
  const members = (nearby?.members ?? []).flatMap(({ member, count, points }) => {
    const one = postings.find((line) => line.member?._id === member)?.member;
    if (!one) return [];
    const sum = count > 0 ? ` · ${t("near.points", { points: formatChange(points) })}` : "";
    return [
      {
        words: t("near.member", { name: fullName(one) }),
        told: others(count) + sum,
        to: list({ q: one.shortId, from: day, to: day }),
      },
    ];
  });
  const lists = [
    ...(award?.receipt && nearby?.sameReceipt !== undefined
      ? [
          {
            words: t("near.receipt", { number: award.receipt }),
            told: nearby.sameReceipt === 0 ? t("near.onlyHere") : others(nearby.sameReceipt),
            to: list({ q: award.receipt }),
          },
        ]
      : []),
    ...members,
    ...(award?.till && award.tillId && partner && nearby?.sameTill !== undefined
      ? [
          {
            words: t("near.till", { name: award.till }),
            told: others(nearby.sameTill),
            to: list({ partner, till: award.tillId, from: day, to: day }),
          },
        ]
      : []),
  ];
  if (lists.length === 0) return null;
  return (
    <section className={css.panel}>
      <h2>{t("near.title")}</h2>
      <ul className={own.near}>
        {lists.map(({ words, told, to }) => (
          <li key={to}>
            <Link className={css.quietLink} to={to}>
              {words}
            </Link>
            <span className={css.two}>{told}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
