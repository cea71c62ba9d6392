import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatPoints } from "../../i18n/format";
import { DeskDialog } from "../components/DeskDialog";
import { SelectionBar } from "../components/SelectionBar";
import { useTrouble } from "../components/trouble";
import css from "../desk.module.css";
import { fullName } from "../members/names";
import { confirmExchange, type Redemption, settled } from "./queue";

/** Several at once: what they come to, and one question for all. */
export function BatchBar({ chosen, onDone }: { chosen: readonly Redemption[]; onDone(): void }) {
  const { t } = useTranslation("deskSettlement");
  const [asking, setAsking] = useState(false);
  const points = formatPoints(chosen.reduce((sum, one) => sum + one.points, 0));
  return (
    <>
      <SelectionBar
        label={t("batch")}
        selected={t("selected", { count: chosen.length, points })}
        actions={[
          { key: "clear", label: t("clear"), act: onDone },
          {
            key: "approve",
            label: t("approveSome", { count: chosen.length }),
            main: true,
            act: () => setAsking(true),
          },
        ]}
      />
      {asking && (
        <ApproveAll chosen={chosen} points={points} onClose={() => setAsking(false)} onDone={onDone} />
      )}
    </>
  );
}

interface ApproveAllProps {
  chosen: readonly Redemption[];
  points: string;
  onClose(): void;
  onDone(): void;
}

function ApproveAll({ chosen, points, onClose, onDone }: ApproveAllProps) {
  const { t } = useTranslation("deskSettlement");
  const { t: common } = useTranslation("desk");
  const say = useTrouble();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<{ name: string; error: unknown }[]>([]);
  const approve = async () => {
    setBusy(true);
    const troubles: { name: string; error: unknown }[] = [];
    // One after another: each is a settlement of its own, and one refusal must not hold up the rest.
    for (const one of chosen) {
      await confirmExchange(one._id, "").catch((error: unknown) => {
        troubles.push({ name: fullName(one.member), error });
      });
    }
    setBusy(false);
    setFailed(troubles);
    settled();
    const done = chosen.length - troubles.length;
    if (done > 0) showToast(t("approvedSome", { count: done }));
    if (troubles.length === 0) {
      onClose();
      onDone();
    }
  };
  return (
    <DeskDialog
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
    </DeskDialog>
  );
}
