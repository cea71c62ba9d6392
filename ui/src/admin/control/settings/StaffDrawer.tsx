import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Face } from "../../entry/frame/Logo";
import { AdminDialog, Drawer } from "../../kit/AdminDialog";
import { Opened } from "../../kit/editor/EditDialog";
import { tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { useMay, useMe } from "../../session";
import { EditStaffDialog } from "./EditStaffDialog";
import { LinkShown } from "./LinkShown";
import { StaffSessions } from "./StaffSessions";
import {
  changeColleague,
  colleagues,
  dropFactor,
  endSessions,
  inviteAgain,
  removeStaff,
  resetPassword,
  STAFF_TONES,
  type StaffMember,
  staffChanged,
} from "./staff";

const ACTIONS = [
  "inviteAgain",
  "resetPassword",
  "endSessions",
  "dropFactor",
  "suspend",
  "reinstate",
  "remove",
] as const;
type StaffAction = (typeof ACTIONS)[number];

function run(action: StaffAction, id: string): Promise<unknown> {
  switch (action) {
    case "inviteAgain":
      return inviteAgain(id);
    case "resetPassword":
      return resetPassword(id);
    case "endSessions":
      return endSessions(id);
    case "dropFactor":
      return dropFactor(id);
    case "suspend":
      return changeColleague(id, () => ({ suspended: true }));
    case "reinstate":
      return changeColleague(id, () => ({ suspended: false }));
    case "remove":
      return removeStaff(id);
  }
}

/** The actions available in that state. */
function actionsFor({ status, secondFactor }: StaffMember): readonly StaffAction[] {
  if (status === "removed") return [];
  if (status === "invited") return ["inviteAgain", "remove"];
  return [
    "resetPassword",
    "endSessions",
    ...(secondFactor ? (["dropFactor"] as const) : []),
    status === "suspended" ? "reinstate" : "suspend",
    "remove",
  ];
}

/** One colleague, and the actions of an owner on them; each asks for confirmation. */
export function StaffDrawer({ colleague, onClose }: { colleague: StaffMember; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const me = useMe();
  const mayWrite = useMay("own");
  const [asking, setAsking] = useState<StaffAction>();
  const [changing, setChanging] = useState(false);
  const [link, setLink] = useState<string>();
  const { name, email, role, status, created, lastSignIn } = colleague;
  const facts = [
    [t("staff.email"), email],
    [t("staff.role"), common(`roles.${role}`)],
    [t("staff.since"), formatDateTime(created, language)],
    [t("staff.lastSignIn"), lastSignIn ? formatDateTime(lastSignIn, language) : "–"],
    [t("staff.factor"), t(colleague.secondFactor ? "staff.yes" : "staff.no")],
  ] as const;
  return (
    <Drawer
      title={name || email}
      picture={<Face name={name || email} size={64} />}
      line={
        <Badge tone={STAFF_TONES[status]} dot={false}>
          {t(`staff.statuses.${status}`)}
        </Badge>
      }
      onClose={onClose}
    >
      <dl className={css.facts}>
        {facts.map(([fact, value]) => (
          <div key={fact}>
            <dt>{fact}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={css.stack}>
        {status !== "removed" && <StaffSessions id={colleague._id} />}
        {me._id === colleague._id && <Note>{t("staff.you")}</Note>}
        {mayWrite && status !== "removed" && (
          <Button kind="quiet" small block onClick={() => setChanging(true)}>
            {t("staff.change")}
          </Button>
        )}
        {mayWrite &&
          me._id !== colleague._id &&
          actionsFor(colleague).map((action) => (
            <Button
              key={action}
              kind={action === "remove" || action === "suspend" ? "refuse" : "quiet"}
              small
              block
              onClick={() => setAsking(action)}
            >
              {t(`staff.actions.${action}`)}
            </Button>
          ))}
      </div>
      {changing && (
        <Opened
          kind={colleagues}
          id={colleague._id}
          title={t("staff.change")}
          onClose={() => setChanging(false)}
        >
          {(saved) => <EditStaffDialog saved={saved} onClose={() => setChanging(false)} />}
        </Opened>
      )}
      {asking && (
        <Ask
          action={asking}
          colleague={colleague}
          onClose={() => setAsking(undefined)}
          onLink={setLink}
          onGone={onClose}
        />
      )}
      {link && <LinkShown link={link} onClose={() => setLink(undefined)} />}
    </Drawer>
  );
}

interface AskProps {
  action: StaffAction;
  colleague: StaffMember;
  onClose(): void;
  onLink(link: string): void;
  onGone(): void;
}

function Ask({ action, colleague, onClose, onLink, onGone }: AskProps) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const act = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const answer = await run(action, colleague._id);
      void staffChanged();
      showToast(
        t("staff.done", { action: t(`staff.actions.${action}`), name: colleague.name || colleague.email }),
      );
      onClose();
      if (answer && typeof answer === "object" && "link" in answer && typeof answer.link === "string")
        onLink(answer.link);
      if (action === "remove") onGone();
    } catch (failure) {
      if (tellApprovalNeeded(failure)) return onClose();
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <AdminDialog
      alert
      title={`${t(`staff.actions.${action}`)}: ${colleague.name || colleague.email}`}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button
            kind={action === "remove" || action === "suspend" ? "refuse" : "leaf"}
            small
            busy={busy && t("staff.busy")}
            onClick={() => void act()}
          >
            {t(`staff.actions.${action}`)}
          </Button>
        </>
      }
    >
      <p>{t(`staff.explain.${action}`)}</p>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </AdminDialog>
  );
}
