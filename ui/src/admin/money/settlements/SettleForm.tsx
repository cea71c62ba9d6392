import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../../api/problem";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import { AdminDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { ReasonDialog } from "../../kit/ReasonDialog";
import { fullName } from "../../members/names";
import { useMay } from "../../session";
import own from "./Settlements.module.css";
import { confirmExchange, type Redemption, rejectExchange, settled } from "./settlements";

interface SettleFormProps {
  exchange: Redemption;
  onSettled(id: string): void;
}

/** Approves an exchange with the blockchain transaction's hash, or rejects it with a reason. */
export function SettleForm({ exchange, onSettled }: SettleFormProps) {
  const { t } = useTranslation("adminSettlement");
  const [asking, setAsking] = useState<"approve" | "reject">();
  const [hash, setHash] = useState("");
  if (!useMay("settle")) return <p className={own.hint}>{t("readOnly")}</p>;
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setAsking("approve");
        }}
      >
        <Field
          name="hash"
          label={t("hash")}
          hint={t("reasonHint")}
          aside={t("optional")}
          value={hash}
          placeholder="0x…"
          autoComplete="off"
          maxLength={500}
          onChange={setHash}
        />
        <div className={own.pair}>
          <Button kind="refuse" small onClick={() => setAsking("reject")}>
            {t("reject")}
          </Button>
          <Button kind="points" small type="submit">
            {t("approve")}
          </Button>
        </div>
      </form>
      <p className={own.hint}>{t("hint")}</p>
      {asking === "approve" && (
        <Approve
          exchange={exchange}
          hash={hash.trim()}
          onClose={() => setAsking(undefined)}
          onSettled={onSettled}
        />
      )}
      {asking === "reject" && (
        <Reject exchange={exchange} onClose={() => setAsking(undefined)} onSettled={onSettled} />
      )}
    </>
  );
}

interface AskingProps extends SettleFormProps {
  onClose(): void;
}

function Approve({ exchange, hash, onClose, onSettled }: AskingProps & { hash: string }) {
  const { t } = useTranslation("adminSettlement");
  const { t: common } = useTranslation("admin");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const say = useErrorText();
  const values = { name: fullName(exchange.member), points: formatPoints(exchange.points) };
  const approve = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await confirmExchange(exchange._id, hash);
      showToast(t("approved", values));
      onClose();
      onSettled(exchange._id);
      settled();
    } catch (failure) {
      setError(failure);
      if (isSettled(failure)) settled();
    } finally {
      setBusy(false);
    }
  };
  return (
    <AdminDialog
      alert
      title={t("approveTitle", values)}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button kind="points" small busy={busy && t("approving")} onClick={() => void approve()}>
            {t("approve")}
          </Button>
        </>
      }
    >
      <p>{t("approveText")}</p>
      {!hash && <Note tone="pollen">{t("noHash")}</Note>}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </AdminDialog>
  );
}

/** Another person has settled it already: the list is out of date. */
const isSettled = (error: unknown) => error instanceof ApiProblem && error.status === 409;

function Reject({ exchange, onClose, onSettled }: AskingProps) {
  const { t } = useTranslation("adminSettlement");
  const values = { name: fullName(exchange.member), points: formatPoints(exchange.points) };
  const reject = async (reason: string) => {
    try {
      await rejectExchange(exchange._id, reason);
    } catch (failure) {
      if (isSettled(failure)) settled();
      throw failure;
    }
    showToast(t("rejected", values));
    onClose();
    onSettled(exchange._id);
    settled();
  };
  return (
    <ReasonDialog
      title={t("rejectTitle", values)}
      submit={t("reject")}
      busy={t("rejecting")}
      hint={t("reasonHint")}
      onClose={onClose}
      act={reject}
    >
      <p>{t("rejectText")}</p>
    </ReasonDialog>
  );
}
