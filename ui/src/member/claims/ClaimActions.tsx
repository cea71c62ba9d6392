import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { LazyDialog } from "../../kit/dialog/LazyDialog";
import { showToast } from "../../kit/dialog/Toaster";
import { Note } from "../../kit/screen/Paper";
import css from "./Claims.module.css";
import { askAgain, type Claim, failureText, sendPhoto, withdraw } from "./claims";
import { NoteField } from "./PurchaseFields";
import { shrinkPhoto } from "./shrinkPhoto";

/** Runs one action of a claim at a time, and keeps the words of its failure. */
function useClaimAction() {
  const { t } = useTranslation("claims");
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setSaid(undefined);
    try {
      await act();
      return true;
    } catch (error) {
      setSaid(failureText(error, t("offline")));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, said, run };
}

/** Adds a photo to a claim that waits, or takes the claim back. */
export function Withdraw({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  const { busy, said, run } = useClaimAction();
  const [asking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const add = async (file: File | undefined) => {
    if (!file) return;
    const photo = await shrinkPhoto(file);
    if (!photo) return showToast(t("photoUnreadable"), undefined, "note");
    if (await run(() => sendPhoto(claim._id, photo))) showToast(t("photoSent"));
  };
  const close = () => setAsking(false);
  return (
    <div className={css.actions}>
      {said && <Note tone="plum">{said}</Note>}
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        aria-label={t("photo")}
        onChange={(event) => {
          void add(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button kind="quiet" block busy={busy && t("sending")} onClick={() => input.current?.click()}>
        {t(claim.hasPhoto ? "otherPhoto" : "addPhoto")}
      </Button>
      <Button kind="text" block onClick={() => setAsking(true)}>
        {t("withdraw")}
      </Button>
      {asking && (
        <LazyDialog
          title={t("withdrawTitle")}
          onClose={close}
          onMissing={close}
          actions={
            <>
              <Button kind="quiet" onClick={close}>
                {t("keepClaim")}
              </Button>
              <Button
                kind="refuse"
                busy={busy && t("sending")}
                onClick={() => void run(() => withdraw(claim._id)).then(close)}
              >
                {t("withdraw")}
              </Button>
            </>
          }
        >
          <p>{t("withdrawText")}</p>
        </LazyDialog>
      )}
    </div>
  );
}

/** Asks again after a refusal, once, with a few words. */
export function AskAgain({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  const { busy, said, run } = useClaimAction();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState("");
  const close = () => setAsking(false);
  const send = async () => {
    if (await run(() => askAgain(claim._id, note.trim()))) showToast(t("sent"));
  };
  return (
    <div className={css.actions}>
      <Button block onClick={() => setAsking(true)}>
        {t("askAgain")}
      </Button>
      {asking && (
        <LazyDialog
          title={t("askAgain")}
          onClose={close}
          onMissing={close}
          actions={
            <>
              <Button kind="quiet" onClick={close}>
                {t("cancel")}
              </Button>
              <Button busy={busy && t("sending")} onClick={() => void send()}>
                {t("send")}
              </Button>
            </>
          }
        >
          <p>{t("askAgainText")}</p>
          <NoteField name="note" label={t("note")} value={note} onChange={setNote} />
          {said && <Note tone="plum">{said}</Note>}
        </LazyDialog>
      )}
    </div>
  );
}
