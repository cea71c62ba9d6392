import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatChange, formatDateTime, formatPoints, formatShortId } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import css from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { MemberLink } from "../../members/MemberLink";
import { BatchRowsDialog } from "../../money/creditBatches/BatchRowsDialog";
import { type Transaction, useAccountName, useTypeName } from "../../money/transactions/transactions";
import { adminPaths } from "../../paths";
import { useMe } from "../../session";
import own from "./Approvals.module.css";
import { AskedRows } from "./AskedRows";
import { type Approval, hasSubject, type Member, mayRead, type Subject, subjectQuery } from "./approvals";

/** The subject of a request (member, transaction or batch), because an id alone is not enough to decide. */
export function SubjectOf({ approval }: { approval: Approval }) {
  const { t } = useTranslation("adminApprovals");
  const { data: subject, isError } = useQuery({
    ...subjectQuery(approval._id),
    enabled: hasSubject(approval),
  });
  const { t: goals } = useTranslation("adminGoals");
  // There is one ladder, which has no id.
  if (approval.action === "tier.switch_on") {
    const ladder = (
      <Link className={css.quietLink} to={adminPaths.tiers}>
        {goals("tiers.title")}
      </Link>
    );
    return <Facts facts={[[t("target"), ladder]]} />;
  }
  // Shows the id until the subject has loaded, or if there is none.
  if (!subject) {
    const shown = approval.action === "credits.give" || !hasSubject(approval) || isError;
    return <Facts facts={[[t("target"), shown && approval.target]]} />;
  }
  return (
    <>
      {subject.member && <Whose subject={subject} />}
      {subject.transaction && <Which transaction={subject.transaction} />}
      {subject.batch && <Batch batch={subject.batch} />}
      {subject.rows !== undefined && <File approval={approval} />}
    </>
  );
}

function Who({ member }: { member: Member }) {
  return (
    <>
      <MemberLink member={member} />
      <span className={css.two}>{formatShortId(member.shortId)}</span>
    </>
  );
}

function Whose({ subject: { member, into, balance } }: { subject: Subject }) {
  const { t } = useTranslation("adminApprovals");
  const facts = [
    [t("member"), member && <Who member={member} />],
    [t("balance"), balance !== undefined && formatPoints(balance)],
    [t("fields.into"), into && <Who member={into} />],
  ] as const;
  return <Facts facts={facts} />;
}

/** The whole transaction; only its members link elsewhere. */
function Which({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation("adminApprovals");
  const language = useLanguage();
  const typeName = useTypeName();
  const accountName = useAccountName();
  const { _id, type, created, postings, itemSnapshot } = transaction;
  const facts = [
    [t("fields.reason"), transaction.reason],
    [t("transaction"), <span className={css.mono}>{_id}</span>],
  ] as const;
  return (
    <Facts facts={facts}>
      <div>
        <dt>{typeName(type)}</dt>
        <dd>
          {itemSnapshot && localized(itemSnapshot.name, language)}
          <span className={css.two}>{formatDateTime(created, language)}</span>
        </dd>
      </div>
      {postings.map(({ account, member, points }) => (
        <div key={`${account} ${member?._id} ${points}`}>
          <dt>{member ? <Who member={member} /> : accountName(account)}</dt>
          <dd className={points < 0 ? css.out : css.in}>{formatChange(points)}</dd>
        </div>
      ))}
    </Facts>
  );
}

function Batch({ batch }: { batch: NonNullable<Subject["batch"]> }) {
  const { t } = useTranslation("adminApprovals");
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const { name, rows, points, actorName, created } = batch;
  const facts = [
    [
      t("batch"),
      <>
        {name}
        <span className={css.two}>{`${actorName} · ${formatDateTime(created, language)}`}</span>
      </>,
    ],
    [t("fields.rows"), formatPoints(rows)],
    [t("fields.points"), formatPoints(points)],
  ] as const;
  return (
    <>
      <Facts facts={facts} />
      <Button kind="quiet" small block onClick={() => setOpen(true)}>
        {t("rows.got")}
      </Button>
      {open && <BatchRowsDialog batch={batch} onClose={() => setOpen(false)} />}
    </>
  );
}

function File({ approval }: { approval: Approval }) {
  const { t } = useTranslation("adminApprovals");
  const [open, setOpen] = useState(false);
  const name = <Facts facts={[[t("target"), approval.target]]} />;
  // An auditor sees that there is a file and its totals, but not its rows.
  if (!mayRead(approval, useMe())) return name;
  return (
    <>
      {name}
      <div className={own.rows}>
        <Button kind="quiet" small block onClick={() => setOpen(true)}>
          {t("rows.gets")}
        </Button>
        {open && <AskedRows approval={approval} onClose={() => setOpen(false)} />}
      </div>
    </>
  );
}
