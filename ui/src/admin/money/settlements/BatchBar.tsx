import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { SelectionBar } from "../../kit/SelectionBar";
import { fullName } from "../../members/names";
import { confirmExchange, type Redemption, settled } from "./settlements";

interface BatchBarProps {
  chosen: readonly Redemption[];
  onSettled(ids: readonly string[]): void;
  onDone(): void;
}

/** Settles several exchanges: shows their total and asks once for all. */
export function BatchBar({ chosen, ...then }: BatchBarProps) {
  const { t } = useTranslation("adminSettlement");
  const [asking, setAsking] = useState(false);
  const points = formatPoints(chosen.reduce((sum, one) => sum + one.points, 0));
  return (
    <>
      <SelectionBar
        label={t("batch")}
        selected={t("selected", { count: chosen.length, points })}
        actions={[
          { key: "clear", label: t("clear"), act: then.onDone },
          {
            key: "approve",
            label: t("approveSome", { count: chosen.length }),
            main: true,
            act: () => setAsking(true),
          },
        ]}
      />
      {asking && <ApproveAll chosen={chosen} points={points} onClose={() => setAsking(false)} {...then} />}
    </>
  );
}

interface ApproveAllProps extends BatchBarProps {
  points: string;
  onClose(): void;
}

function ApproveAll({ chosen, points, onClose, onSettled, onDone }: ApproveAllProps) {
  const { t } = useTranslation("adminSettlement");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ name: string; error: unknown }[]>([]);
  const approve = async () => {
    setBusy(true);
    const troubles: { name: string; error: unknown }[] = [];
    const done: string[] = [];
    // One by one: each is its own settlement, and a refusal must not stop the rest.
    for (const one of chosen) {
      await confirmExchange(one._id, "").then(
        () => done.push(one._id),
        (error: unknown) => troubles.push({ name: fullName(one.member), error }),
      );
    }
    setBusy(false);
    setFailed(troubles);
    settled();
    if (done.length > 0) showToast(t("approvedSome", { count: done.length }));
    if (troubles.length > 0) return onSettled(done);
    onClose();
    onDone();
  };
  return (
    <AdminDialog
      alert
      title={t("approveSomeTitle", { count: chosen.length, points })}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button kind="points" small busy={busy && t("approving")} onClick={() => void approve()}>
            {t("approveSome", { count: chosen.length })}
          </Button>
        </>
      }
    >
      <p>{t("approveText")}</p>
      <ul className={css.rows}>
        {chosen.slice(0, 8).map((one) => (
          <li key={one._id}>
            {fullName(one.member)} · <b>{formatPoints(one.points)}</b>
          </li>
        ))}
      </ul>
      {chosen.length > 8 && <p className={css.soft}>{t("andMore", { count: chosen.length - 8 })}</p>}
      {failed.map(({ name, error }) => (
        <Note key={name} tone="plum">
          {name}: {say(error)}
        </Note>
      ))}
    </AdminDialog>
  );
}
