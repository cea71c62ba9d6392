import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useWireWords } from "../../kit/wireWords";
import { fullName } from "../../members/names";
import { adminPaths, recordPath } from "../../paths";
import { membersOf, type Transaction, useTypeName } from "./transactions";

type Event = NonNullable<Transaction["events"]>[number];
type Brief = NonNullable<Transaction["reverses"]>;

const TONES = { sent: "leaf", waiting: "pollen", dead: "plum" } as const;

const TransactionLink = ({ of }: { of: Brief }) => (
  <Link className={css.quietLink} to={recordPath(adminPaths.transactions, of._id)}>
    {of.number}
  </Link>
);

/** The sentence of an event of a transaction. */
export function useEventWords(of: Transaction) {
  const { t } = useTranslation("adminMoney");
  const messages = useWireWords("adminSettings");
  const posted = usePostedWords(of);
  const nameOf = (id: string) => fullName(membersOf(of).find(({ _id }) => _id === id));
  const about = (kind: string | undefined) => kind && (messages(`texts.events.${kind}`) ?? kind);
  return (event: Event) => {
    switch (event.kind) {
      case "claimed":
        return (
          <>
            {event.by ? t("happened.claimedFor", { by: event.by }) : t("happened.claimed")}{" "}
            <Link className={css.quietLink} to={recordPath(adminPaths.claims, event.claim)}>
              {event.number}
            </Link>
          </>
        );
      case "posted":
        return posted(event.by);
      case "inbox": {
        const [name, message] = [nameOf(event.member), about(event.message)];
        return message ? t("happened.inbox", { name, message }) : t("happened.inboxPlain", { name });
      }
      case "seen":
        return t("happened.seen", { name: nameOf(event.member) });
      case "message":
        return (
          <>
            {t(`happened.by.${event.channel}`, {
              name: nameOf(event.member),
              message: about(event.message),
            })}{" "}
            <Badge tone={TONES[event.state]} dot={false}>
              {t(`happened.states.${event.state}`)}
            </Badge>
          </>
        );
      case "waits":
        return t("happened.waits", { points: formatPoints(event.points) });
      case "released":
        return (
          <>
            {t("happened.released", { points: formatPoints(event.points) })}{" "}
            <TransactionLink of={event.transaction} />
          </>
        );
      case "opened":
        return t("happened.opened");
      case "collected":
        return t("happened.collected");
      case "confirmed":
      case "returned":
        return (
          <>
            {event.by ? t(`happened.${event.kind}By`, { by: event.by.name }) : t(`happened.${event.kind}`)}{" "}
            <TransactionLink of={event.transaction} />
          </>
        );
      case "undone":
        return (
          <>
            {event.by ? t("happened.undoneBy", { by: event.by.name }) : t("happened.undone")}{" "}
            <TransactionLink of={event.transaction} />
            {event.reason && <span className={css.two}>{event.reason}</span>}
          </>
        );
      case "expires":
        return t("happened.expires", { points: formatPoints(event.points) });
    }
  };
}

/** The sentence about the transaction itself: who or what moved the points. */
function usePostedWords(of: Transaction) {
  const { t } = useTranslation("adminMoney");
  const language = useLanguage();
  const typeName = useTypeName();
  const { origin, award, reverses } = of;
  const points = formatPoints(Math.abs(of.postings[0]?.points ?? 0));
  const sentence = (by: string | undefined) => {
    if (origin?.kind === "claim")
      return by
        ? t("happened.approvedBy", { by, number: origin.number })
        : t("happened.approved", { number: origin.number });
    if (origin) {
      const name = typeof origin.name === "string" ? origin.name : localized(origin.name, language);
      return t(`happened.from.${origin.kind}`, { name });
    }
    if (award && by) return t("happened.awarded", { by, points });
    if (by && reverses) return t("happened.reversal", { by, number: reverses.number });
    return by ? t("happened.adjusted", { by }) : t("happened.posted", { type: typeName(of.type) });
  };
  return (by: string | undefined) => {
    const place = [award?.outlet && localized(award.outlet, language), award?.till];
    const detail = [...place, award?.receipt && `${t("receipt")} ${award.receipt}`].filter(Boolean);
    return (
      <>
        {sentence(by)}
        {detail.length > 0 && <span className={css.two}>{detail.join(" · ")}</span>}
      </>
    );
  };
}
