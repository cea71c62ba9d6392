import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Channel, contactCodes } from "../../api/codes";
import { useKept, useTypedBefore } from "../../api/useKept";
import { Button } from "../../components/Button";
import { ContactCode } from "../../components/ContactCode";
import { classes } from "../../components/classes";
import { CheckIcon } from "../../components/icons-basic";
import { MailIcon, PhoneIcon } from "../../components/icons-member";
import { Note } from "../../components/Paper";
import { Row } from "../../components/Row";
import { groupHongKongPhone } from "../../components/rules";
import { showToast } from "../../components/Toaster";
import { useContactCode } from "../../components/useContactCode";
import layout from "../../styles/layout.module.css";
import css from "./EditScreen.module.css";
import { type EditFailure, saveContact } from "./edit";
import { useFailureWords } from "./words";

function focusInside(element: HTMLElement | null) {
  element?.querySelector("input")?.focus();
}

/** A contact that is not there yet: added with a code, and then for good. */
export function ContactSection({ channel, set }: { channel: Channel; set: string | null }) {
  const { t } = useTranslation("edit");
  const { t: account } = useTranslation("account");
  const words = useFailureWords();
  const kept = `edit:${channel}`;
  const before = useTypedBefore<{ typed: string }>(kept).typed;
  const [open, setOpen] = useState<false | "asked for" | "as before">(before !== undefined && "as before");
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<EditFailure>();

  async function save(value: string) {
    setFailure(undefined);
    setSaving(true);
    const failed = await saveContact(channel, value);
    setSaving(false);
    if (failed) return setFailure(failed);
    setOpen(false);
    showToast(t(`added.${channel}`));
  }

  const codes = contactCodes[channel];
  const contact = useContactCode({
    send: codes.send,
    verify: async (to, code) => {
      const why = await codes.verify(to, code);
      // Proven is not yet added; if adding fails, the proof still holds and the button below tries again.
      if (!why) void save(to);
      return why;
    },
    first: before,
  });
  useKept(kept, open && !set && contact.typed !== "" ? { typed: contact.typed } : undefined);

  const said = words(failure);
  const Mark = channel === "email" ? MailIcon : PhoneIcon;
  const shown = set && channel === "phone" ? groupHongKongPhone(set) : set;
  return (
    <section className={classes(layout.card, css.section)}>
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
      {open && !set && (
        <div className={css.contact} ref={open === "asked for" ? focusInside : undefined}>
          <ContactCode channel={channel} contact={contact} accepted={account("verified")} />
          {said && <Note tone="plum">{said}</Note>}
          {contact.verified && (
            <Button small block busy={saving && t("saving")} onClick={() => save(contact.value)}>
              {t(`save.${channel}`)}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
