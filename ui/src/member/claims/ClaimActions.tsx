import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../api/problem";
import { Button } from "../../kit/buttons/Button";
import { LazyDialog } from "../../kit/dialog/LazyDialog";
import { showToast } from "../../kit/dialog/Toaster";
import { Note } from "../../kit/screen/Paper";
import css from "./Claims.module.css";
import { askAgain, type Claim, failureText, sendPhoto, withdraw } from "./claims";
import { type ChosenPhoto, PhotoSlot } from "./PhotoSlot";
import { NoteField } from "./PurchaseFields";
import { shrinkPhoto } from "./shrinkPhoto";

/** Runs one action of a claim at a time, and keeps the words of its failure: by field, or for all of it. */
function useClaimAction() {
  const { t } = useTranslation("claims");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true);
    setError(undefined);
    try {
      await act();
      return true;
    } catch (failure) {
      setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const fields = error instanceof ApiProblem ? error.errors : [];
  const refused: Record<string, string> = Object.fromEntries(
    fields.map(({ field, message }) => [field, message]),
  );
  const said = error !== undefined && fields.length === 0 ? failureText(error, t("offline")) : undefined;
  return { busy, said, refused, run };
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

/** Asks again after a refusal, once, with new words, a new photo or both. */
export function AskAgain({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  const { busy, said, refused, run } = useClaimAction();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState("");
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const [missing, setMissing] = useState(false);
  const close = () => setAsking(false);
  const nothingNew = !photo && !note.trim();
  const send = async () => {
    setMissing(nothingNew);
    if (nothingNew) return;
    const asked = await run(() => askAgain(claim._id, note.trim(), photo !== undefined));
    if (!asked) return;
    const lost = photo && (await sendPhoto(claim._id, photo.blob).catch(() => true));
    showToast(t(lost ? "sentWithoutPhoto" : "sent"));
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
          <NoteField
            name="note"
            label={t("noteAgain")}
            value={note}
            onChange={setNote}
            error={missing && nothingNew ? t("errors.nothingNew") : refused.note}
          />
          <PhotoSlot photo={photo} onChange={setPhoto} />
          {said && <Note tone="plum">{said}</Note>}
        </LazyDialog>
      )}
    </div>
  );
}
