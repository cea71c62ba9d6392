import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { GoalAsked } from "../../catalogue/goals/GoalAsked";
import { RuleAsked } from "../../catalogue/rules/RuleAsked";
import { LadderAsked } from "../../catalogue/tiers/LadderAsked";
import { isOfLadder } from "../../catalogue/tiers/tiers";
import { Drawer } from "../../kit/AdminDialog";
import { differences, flatten } from "../../kit/editor/merge";
import { useErrorText } from "../../kit/errorText";
import { Facts } from "../../kit/Facts";
import { ReasonDialog } from "../../kit/ReasonDialog";
import { useMe } from "../../session";
import { useSettingValue } from "../settings/settingNames";
import own from "./Approvals.module.css";
import { type Approval, approve, decided, isOfGoal, isOfRule, mayDecide, refuse, TONES } from "./approvals";
import { SubjectOf } from "./Subject";
import { useActionName, useFieldName, useFieldValue } from "./words";

/** One request: its exact content, and the decision. */
export function ApprovalDrawer({ approval, onClose }: { approval: Approval; onClose(): void }) {
  const { t } = useTranslation("adminApprovals");
  const say = useErrorText();
  const me = useMe();
  const actionName = useActionName();
  const [refusing, setRefusing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { status, action, askedBy, repeats } = approval;
  const may = mayDecide(approval, me);
  const mine = askedBy._id === me._id;
  const agree = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await approve(approval._id);
      showToast(t("approved", { what: actionName(action) }));
      void decided();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <Drawer
      title={actionName(action)}
      line={
        <Badge tone={TONES[status]} dot={false}>
          {t(`statuses.${status}`)}
        </Badge>
      }
      onClose={onClose}
    >
      <Request approval={approval} />
      <h3 className={own.head}>{t("about")}</h3>
      <SubjectOf approval={approval} />
      <h3 className={own.head}>{t("request")}</h3>
      <Asked approval={approval} />
      {status === "pending" && (
        <div className={`${css.stack} ${own.head}`}>
          {mine && <Note>{t("yours")}</Note>}
          {repeats && !mine && <Note>{t("repeats", { name: askedBy.name })}</Note>}
          {error !== undefined && <Note tone="plum">{say(error)}</Note>}
          {may && (
            <Button small block busy={busy && t("approving")} onClick={() => void agree()}>
              {t("approve")}
            </Button>
          )}
          {(may || mine) && (
            <Button kind="refuse" small block onClick={() => setRefusing(true)}>
              {t(mine ? "takeBack" : "refuse")}
            </Button>
          )}
        </div>
      )}
      {refusing && (
        <Refuse approval={approval} mine={mine} onDone={onClose} onClose={() => setRefusing(false)} />
      )}
    </Drawer>
  );
}

function Request({ approval }: { approval: Approval }) {
  const { t } = useTranslation("adminApprovals");
  const language = useLanguage();
  const { askedBy, created, expires, decidedBy, decidedAt, note } = approval;
  const facts = [
    [t("who"), askedBy.name],
    [t("when"), formatDateTime(created, language)],
    [t("until"), formatDateTime(expires, language)],
    [t("decidedBy"), decidedBy?.name],
    [t("decidedAt"), decidedAt && formatDateTime(decidedAt, language)],
    [t("note"), note],
  ] as const;
  return <Facts facts={facts} />;
}

/** The body of the request, field by field; for a change only the changed fields. */
function Asked({ approval: { action, target, body } }: { approval: Approval }) {
  const fieldName = useFieldName();
  const settingValue = useSettingValue();
  const fieldValue = useFieldValue(action);
  const { before, after }: { before?: object; after?: object } = body;
  if (action === "earning_rule.switch_on" && isOfRule(body))
    return <RuleAsked id={target} before={body.before} after={body.after} />;
  if (action === "goal.switch_on" && isOfGoal(body))
    return <GoalAsked id={target} before={body.before} after={body.after} />;
  if (action === "tier.switch_on" && isOfLadder(body)) return <LadderAsked of={body} />;
  const fields =
    before && after
      ? differences(before, before, after).map(({ key, mine, theirs }) => ({
          key,
          value: `${settingValue(mine)} → ${settingValue(theirs)}`,
        }))
      : [...flatten(body)].map(([key, value]) => ({
          key,
          value: fieldValue(key, value),
        }));
  return (
    <dl className={css.facts}>
      {fields.map(({ key, value }) => (
        <div key={key}>
          <dt>{fieldName(key)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface RefuseProps {
  approval: Approval;
  mine: boolean;
  onDone(): void;
  onClose(): void;
}

function Refuse({ approval, mine, onDone, onClose }: RefuseProps) {
  const { t } = useTranslation("adminApprovals");
  const actionName = useActionName();
  const verb = t(mine ? "takeBack" : "refuse");
  return (
    <ReasonDialog
      title={`${verb}: ${actionName(approval.action)}`}
      submit={verb}
      busy={t("refusing")}
      hint={t("reasonHint")}
      onClose={onClose}
      act={async (reason) => {
        await refuse(approval._id, reason);
        showToast(t("refused", { what: actionName(approval.action) }));
        void decided();
        onDone();
      }}
    />
  );
}
