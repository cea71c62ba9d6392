import { useId } from "react";
import { useTranslation } from "react-i18next";
import { formatChange, formatPoints, formatShortId } from "../../../i18n/format";
import css from "../../admin.module.css";
import { MemberLink } from "../../members/MemberLink";
import own from "./Transaction.module.css";
import { type Transaction, useAccountName } from "./transactions";

/** The lines of a transaction with the balances before and after it. They sum to zero. */
export function PostingLines({ of: { postings } }: { of: Transaction }) {
  const { t } = useTranslation("adminMoney");
  const accountName = useAccountName();
  const title = useId();
  // The line of the member, about whom staff ask, stands first.
  const lines = [...postings].sort((one, other) => Number(!one.member) - Number(!other.member));
  return (
    <section className={`${css.panel} ${css.list}`}>
      <h2 id={title}>{t(postings.length === 2 ? "page.bothLines" : "page.allLines")}</h2>
      <div className={css.tableBox}>
        <table className={css.table} aria-labelledby={title}>
          <thead>
            <tr>
              <th scope="col">{t("page.account")}</th>
              <th scope="col" className={`${css.end} ${css.small}`}>
                {t("page.before")}
              </th>
              <th scope="col" className={css.end}>
                {t("page.change")}
              </th>
              <th scope="col" className={css.end}>
                {t("page.after")}
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ account, member, points, balanceAfter }) => (
              <tr key={`${account} ${member?._id} ${points}`}>
                <td>
                  {account === "member" && member ? <MemberLink member={member} /> : accountName(account)}
                  <span className={css.two}>
                    {member
                      ? t("page.ofMember", { id: formatShortId(member.shortId) })
                      : t("page.ofProgramme")}
                  </span>
                </td>
                <td className={`${css.end} ${css.small}`}>
                  {balanceAfter === undefined ? "–" : formatPoints(balanceAfter - points)}
                </td>
                <td className={css.end}>
                  <span className={points < 0 ? css.out : css.in}>{formatChange(points)}</span>
                </td>
                <td className={css.end}>
                  {balanceAfter === undefined ? "–" : <b>{formatPoints(balanceAfter)}</b>}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className={own.sum}>
              <td>{t("page.sum")}</td>
              <td className={css.small} />
              <td className={css.end}>{postings.reduce((sum, { points }) => sum + points, 0)}</td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
