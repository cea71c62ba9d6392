import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { type Channel, contactCodes } from "../../api/oneTimeCodes";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { useFocusAfterRemoval } from "../../kit/dialog/focusAfterRemoval";
import { showToast } from "../../kit/dialog/Toaster";
import { ContactCode } from "../../kit/form/ContactCode";
import { type KeptContact, useContactCode } from "../../kit/form/useContactCode";
import { groupHongKongPhone } from "../../kit/form/validation";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { MailIcon, PhoneIcon } from "../../kit/icons/icons-member";
import { FailedNote } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import css from "./EditScreen.module.css";
import { type EditFailure, saveContact } from "./edit";
import { useFailureWords } from "./words";

function focusInside(element: HTMLElement | null) {
  element?.querySelector("input")?.focus();
}

/** Sends and checks the code for a contact, and saves the contact after the right code. */
function useAdding(channel: Channel, before: Partial<KeptContact>, onAdded: () => void) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<EditFailure>();

  async function save(value: string) {
    setFailure(undefined);
    setSaving(true);
    const failed = await saveContact(channel, value);
    setSaving(false);
    // The member needs another code or another contact: a retry of the save cannot succeed.
    if (failed && "unproven" in failed) return contact.refuse(failed.unproven);
    if (failed) return setFailure(failed);
    onAdded();
  }

  const codes = contactCodes[channel];
  const contact = useContactCode({
    send: codes.send,
    verify: async (to, code) => {
      const why = await codes.verify(to, code);
      // Verified is not yet saved. If saving fails, the code stays accepted and the button below retries.
      if (!why) void save(to);
      return why;
    },
    before,
  });
  return { contact, save: () => save(contact.value), saving, failure };
}

/** Adds a contact that the member does not have yet, verified with a code. It cannot be changed later. */
export function ContactSection({ channel, set }: { channel: Channel; set: string | null }) {
  const { t } = useTranslation("edit");
  const { t: account } = useTranslation("account");
  const words = useFailureWords();
  const kept = `edit:${channel}`;
  const before = useSavedDraft<KeptContact>(kept);
  const [open, setOpen] = useState<false | "asked for" | "as before">(
    before.typed !== undefined && "as before",
  );
  const { contact, save, saving, failure } = useAdding(channel, before, () => {
    setOpen(false);
    showToast(t(`added.${channel}`));
  });
  useMemberDraft(kept, open && !set && contact.typed !== "" ? contact.kept : undefined);
  // The input that had the focus disappears once the contact is added. The focus moves to the row.
  const row = useFocusAfterRemoval<HTMLDivElement>(set ? 0 : 1);

  const said = words(failure);
  const Mark = channel === "email" ? MailIcon : PhoneIcon;
  const shown = set && channel === "phone" ? groupHongKongPhone(set) : set;
  return (
    <section className={classes(layout.card, css.section)}>
      <div className={css.afterRemoval} ref={row}>
        <Row
          icon={<Mark size={22} />}
          title={account(channel)}
          line={shown ?? t("notSet")}
          end={
            set ? (
              <span className={css.on}>
                <CheckIcon />
              </span>
            ) : (
              <Button kind="quiet" small onClick={() => setOpen(!open && "asked for")}>
                {open ? t("cancel") : t("add")}
              </Button>
            )
          }
        />
      </div>
      {open && !set && (
        <div className={css.contact} ref={open === "asked for" ? focusInside : undefined}>
          <ContactCode channel={channel} contact={contact} accepted={account("verified")} />
          {said && <FailedNote>{said}</FailedNote>}
          {contact.verified && (
            <Button small block busy={saving && t("saving")} onClick={save}>
              {t(`save.${channel}`)}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
