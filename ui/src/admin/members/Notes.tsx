import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button, IconButton } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { BinIcon } from "../../kit/icons/icons-admin";
import { EmptySheet } from "../../kit/loading/EmptyPlaces";
import css from "../admin.module.css";
import { ActionDialog } from "../kit/ActionDialog";
import { NothingYet } from "../kit/NothingYet";
import { ReasonDialog } from "../kit/ReasonDialog";
import { useMay, useMe } from "../session";
import { addNote, type MemberPage, memberChanged, removeNote } from "./members";
import own from "./Notes.module.css";
import { fullName } from "./names";

type MemberNote = MemberPage["notes"][number];

/** Notes shown before "show all". */
const LATEST = 3;
const LONGEST = 1_000;

/** Staff notes about the member, newest first. */
export function Notes({ page: { member, notes } }: { page: MemberPage }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const heading = useId();
  const me = useMe();
  const mayWrite = useMay("suspend");
  const mayRemoveAll = useMay("own");
  const [whole, setWhole] = useState(false);
  const [writing, setWriting] = useState(false);
  const [removing, setRemoving] = useState<MemberNote>();
  // A removed note takes its focused button with it; then the heading gets the focus.
  const head = useRef<HTMLHeadingElement>(null);
  const had = useRef(notes.length);
  useEffect(() => {
    if (notes.length < had.current && document.activeElement === document.body) head.current?.focus();
    had.current = notes.length;
  }, [notes.length]);
  if (notes.length === 0 && !mayWrite) return null;
  const more = notes.length > LATEST && !whole;
  return (
    <section className={css.panel} aria-labelledby={heading}>
      <div className={css.panelHead}>
        <h2 id={heading} ref={head} tabIndex={-1}>
          {t("notes.title")}
        </h2>
        {mayWrite && (
          <Button kind="quiet" small onClick={() => setWriting(true)}>
            {t("notes.write")}
          </Button>
        )}
      </div>
      {notes.length === 0 && <NothingYet picture={<EmptySheet />}>{t("notes.none")}</NothingYet>}
      {notes.length > 0 && (
        <ul className={own.notes}>
          {(more ? notes.slice(0, LATEST) : notes).map((note) => (
            <li key={note._id}>
              <div>
                <p className={own.text}>{note.text}</p>
                <p className={css.soft}>
                  {note.authorName} ·{" "}
                  <span className={css.nowrap}>{formatDateTime(note.created, language)}</span>
                </p>
              </div>
              {((mayWrite && note.author === me._id) || mayRemoveAll) && (
                <IconButton
                  label={t("notes.removeOne", {
                    who: note.authorName,
                    when: formatDateTime(note.created, language),
                  })}
                  onClick={() => setRemoving(note)}
                >
                  <BinIcon size={20} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {more && (
        <Button
          kind="text"
          small
          block
          onClick={() => {
            setWhole(true);
            head.current?.focus();
          }}
        >
          {t("notes.all", { count: notes.length })}
        </Button>
      )}
      {writing && (
        <ReasonDialog
          title={t("notes.writeTitle", { name: fullName(member) })}
          submit={t("notes.save")}
          busy={t("busy")}
          kind="leaf"
          asks={{ label: t("notes.label"), missing: t("notes.missing"), longest: LONGEST, rows: 5 }}
          hint={t("notes.hint")}
          onClose={() => setWriting(false)}
          act={async (text) => {
            await addNote(member._id, text);
            memberChanged();
            showToast(t("notes.saved"));
            setWriting(false);
          }}
        />
      )}
      {removing && (
        <ActionDialog
          title={t("notes.removeTitle")}
          submit={t("notes.remove")}
          busy={t("busy")}
          onClose={() => setRemoving(undefined)}
          act={async () => {
            await removeNote(removing._id);
            memberChanged();
            showToast(t("notes.removed"));
            setRemoving(undefined);
          }}
        >
          <p className={`${own.text} ${own.quoted}`}>{removing.text}</p>
        </ActionDialog>
      )}
    </section>
  );
}
