import { useTranslation } from "react-i18next";
import { formatExactTime, formatPoints } from "../../../i18n/format";
import { type Language, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { Drawer } from "../../kit/AdminDialog";
import { differences } from "../../kit/editor/merge";
import { Facts } from "../../kit/Facts";
import { AboutLinks } from "./AboutLinks";
import own from "./Audit.module.css";
import { membersOf } from "./about";
import { type Entry, nameOf } from "./audit";
import { transactionOf } from "./recordOf";
import { TargetLink, TransactionLink } from "./Target";
import { useActionName, useRoleName } from "./words";

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

interface ChangeProps {
  entry: Entry;
  onNarrow(to: { target: string } | { actor: string }): void;
  onClose(): void;
}

/** Values before and after a change, field by field. */
export function Change({ entry, onNarrow, onClose }: ChangeProps) {
  const { t } = useTranslation("adminAudit");
  const language = useLanguage();
  const roleName = useRoleName();
  const actionName = useActionName();
  const { before, after } = entry;
  const found = differences(before ?? {}, before ?? {}, after ?? {});
  const members = membersOf(entry);
  const facts = [
    [t("who"), `${entry.actorName} · ${roleName(entry.actorRole)}`],
    [t("when"), formatExactTime(entry.created, language)],
    [t("address"), entry.address],
    [t("members", { count: members.length }), members.length > 0 && <AboutLinks members={members} />],
    [t("object"), <TargetLink key="object" entry={entry} whole />],
    [t("moved"), transactionOf(entry) && <TransactionLink key="moved" entry={entry} />],
    [t("number"), formatPoints(entry.number)],
    [t("entry"), entry._id],
    [t("seal"), entry.seal],
  ] as const;
  return (
    <Drawer
      title={actionName(entry.action)}
      line={nameOf(entry)}
      onClose={onClose}
      foot={
        <>
          <Button kind="quiet" small onClick={() => onNarrow({ target: entry.target })}>
            {t("sameObject")}
          </Button>
          <Button kind="quiet" small onClick={() => onNarrow({ actor: entry.actor })}>
            {t("sameActor")}
          </Button>
        </>
      }
    >
      {found.length === 0 && <p className={css.soft}>{t("nothingSaid")}</p>}
      <dl className={own.changes}>
        {found.map(({ key, mine, theirs }) => (
          <div key={key}>
            <dt>{key}</dt>
            {before && <Side kind="before" value={mine} language={language} />}
            {after && <Side kind="after" value={theirs} language={language} />}
          </div>
        ))}
      </dl>
      <Facts facts={facts} />
    </Drawer>
  );
}

interface SideProps {
  kind: "before" | "after";
  value: string;
  language: Language;
}

/** One field before or after the change. */
function Side({ kind, value, language }: SideProps) {
  const { t } = useTranslation("adminAudit");
  const shown = MOMENT.test(value)
    ? formatExactTime(value, language)
    : value === "true" || value === "false"
      ? t(value === "true" ? "yes" : "no")
      : value;
  return (
    <dd className={own[kind]}>
      <span aria-hidden="true">{kind === "before" ? "−" : "+"}</span>
      <span className={text.sr}>{t(kind)}: </span>
      {shown ? <span>{shown}</span> : <span className={css.soft}>{t("none")}</span>}
    </dd>
  );
}
