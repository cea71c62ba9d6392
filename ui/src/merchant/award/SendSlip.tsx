import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { MailIcon } from "../../kit/icons/icons-member";
import { Note } from "../../kit/screen/Paper";
import { beginSlip, settleOrLookAgain } from "../kit/orders";
import { said } from "../kit/said";
import { useSending } from "../kit/useSending";

/** Sends the member the slip of an award by e-mail, once. The till does not learn the address. */
export function SendSlip({ id, name }: { id: string; name: string }) {
  const { t } = useTranslation("counter");
  const sending = useSending();
  const [sent, setSent] = useState(false);
  const [failed, setFailed] = useState<string>();
  const send = async () => {
    setFailed(undefined);
    const meant = beginSlip(id);
    try {
      if (!(await sending.send(meant.ask))) return;
      meant.settle();
      setSent(true);
    } catch (error) {
      settleOrLookAgain(error, meant);
      setFailed(said(error, t("line.down"), t("done.unsent")));
    }
  };
  return (
    <>
      <Button
        kind="quiet"
        block
        icon={<MailIcon size={22} />}
        disabled={sent}
        busy={sending.state !== "idle" && t("done.sending")}
        onClick={() => void send()}
      >
        {t(sent ? "done.sent" : "done.send", { name })}
      </Button>
      <div role="status">{failed && <Note tone="plum">{failed}</Note>}</div>
    </>
  );
}
