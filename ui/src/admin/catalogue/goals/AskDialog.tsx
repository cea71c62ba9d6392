import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { showToast } from "../../../kit/dialog/Toaster";
import { ActionDialog } from "../../kit/ActionDialog";
import { tellApprovalNeeded } from "../../kit/errorText";
import { adminPaths } from "../../paths";
import { type AdminGoal, dropDraft, goalsChanged, switchOff, switchOn } from "./goals";

/** The action to confirm: switching on, switching off, or dropping the draft. */
export type Question = "on" | "off" | "drop";

interface AskDialogProps {
  what: Question;
  known: { goal: AdminGoal; etag: string };
  /** The reward in words. */
  reward: string;
  onClose(): void;
}

/** Asks before a goal is switched on or off, or its draft dropped. */
export function AskDialog({ what, known: { goal, etag }, reward, onClose }: AskDialogProps) {
  const { t } = useTranslation("adminGoals");
  const navigate = useNavigate();
  const limit = goal.versions[0]?.goal.limit;
  const act = async () => {
    try {
      if (what === "on") await switchOn(goal._id, etag);
      else if (what === "off") await switchOff(goal._id);
      else await dropDraft(goal._id);
    } catch (failure) {
      if (!tellApprovalNeeded(failure)) throw failure;
      onClose();
      return;
    }
    onClose();
    if (what === "drop" && goal.versions.length === 1) navigate(adminPaths.goals, { replace: true });
    showToast(t(`ask.${what}.done`));
    await goalsChanged();
  };
  const most = limit && t("ask.on.limited", { reward, count: limit });
  return (
    <ActionDialog
      title={t(`ask.${what}.title`)}
      submit={t(`ask.${what}.submit`)}
      busy={t("saving")}
      onClose={onClose}
      act={act}
    >
      <p>{(what === "on" && most) || t(`ask.${what}.text`, { reward })}</p>
    </ActionDialog>
  );
}
