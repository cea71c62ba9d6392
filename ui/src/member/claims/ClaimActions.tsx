import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../api/problem";
import { shrinkPhoto } from "../../device/shrinkPhoto";
import { Button } from "../../kit/buttons/Button";
import { LazyDialog } from "../../kit/dialog/LazyDialog";
import { showToast } from "../../kit/dialog/Toaster";
import { Note } from "../../kit/screen/Paper";
import css from "./Claims.module.css";
import { answerQuestion, askAgain, type Claim, failureText, sendPhoto, withdraw } from "./claims";
import { type ChosenPhoto, PhotoSlot } from "./PhotoSlot";
import { NoteField } from "./PurchaseFields";

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
      {claim.status === "waiting" && (
        <Button kind="quiet" block busy={busy && t("sending")} onClick={() => input.current?.click()}>
          {t(claim.hasPhoto ? "otherPhoto" : "addPhoto")}
        </Button>
      )}
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
  return (
    <Reply
      claim={claim}
      title={t("askAgain")}
      text={t("askAgainText")}
      label={t("noteAgain")}
      nothing={t("errors.nothingNew")}
      send={askAgain}
      done={["sent", "sentWithoutPhoto"]}
    />
  );
}

/** Answers the question of the help desk with words, a photo or both, or takes the claim back. */
export function AnswerQuestion({ claim }: { claim: Claim }) {
  const { t } = useTranslation("claims");
  return (
    <>
      <Reply
        claim={claim}
        title={t("answer.open")}
        text={t("answer.text")}
        label={t("answer.words")}
        nothing={t("answer.nothing")}
        send={answerQuestion}
        done={["answer.sent", "answer.sentWithoutPhoto"]}
      />
      <Withdraw claim={claim} />
    </>
  );
}

interface ReplyProps {
  claim: Claim;
  title: string;
  text: string;
  /** The label of the field for words. */
  label: string;
  /** Said when there are neither words nor a photo. */
  nothing: string;
  send(id: string, note: string, newPhoto: boolean): Promise<void>;
  /** The keys of the messages shown afterwards: if all has arrived, and if the photo has not. */
  done: readonly ["sent" | "answer.sent", "sentWithoutPhoto" | "answer.sentWithoutPhoto"];
}

/** Sends words, a photo or both to the help desk, from a dialog. */
function Reply({ claim, title, text, label, nothing, send, done }: ReplyProps) {
  const { t } = useTranslation("claims");
  const { busy, said, refused, run } = useClaimAction();
  const [asking, setAsking] = useState(false);
  const [note, setNote] = useState("");
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const [missing, setMissing] = useState(false);
  const close = () => setAsking(false);
  const isEmpty = !photo && !note.trim();
  const submit = async () => {
    setMissing(isEmpty);
    if (isEmpty) return;
    const sent = await run(() => send(claim._id, note.trim(), photo !== undefined));
    if (!sent) return;
    const lost = photo && (await sendPhoto(claim._id, photo.blob).catch(() => true));
    showToast(t(done[lost ? 1 : 0]));
  };
  return (
    <div className={css.actions}>
      <Button block onClick={() => setAsking(true)}>
        {title}
      </Button>
      {asking && (
        <LazyDialog
          title={title}
          onClose={close}
          onMissing={close}
          actions={
            <>
              <Button kind="quiet" onClick={close}>
                {t("cancel")}
              </Button>
              <Button busy={busy && t("sending")} onClick={() => void submit()}>
                {t("send")}
              </Button>
            </>
          }
        >
          <p>{text}</p>
          <NoteField
            name="note"
            label={label}
            value={note}
            onChange={setNote}
            error={missing && isEmpty ? nothing : refused.note}
          />
          <PhotoSlot photo={photo} onChange={setPhoto} />
          {said && <Note tone="plum">{said}</Note>}
        </LazyDialog>
      )}
    </div>
  );
}
