import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useServerMessage } from "../../i18n/serverMessage";
import { Button } from "../buttons/Button";
import { takeFocus } from "../dialog/focusAfterRemoval";
import text from "../styles/text.module.css";
import css from "./ContactCode.module.css";
import { Field } from "./Field";
import { OneTimeCode, ResendButton } from "./OneTimeCode";
import type { CodeFailure, ContactCodeState } from "./useContactCode";
import { groupHongKongPhone, isEmail, isHongKongPhone } from "./validation";

const CODE_LENGTH = 6;

interface ContactCodeProps {
  channel: "email" | "phone";
  contact: ContactCodeState;
  /** The text after a correct code. */
  accepted: string;
  /** The reason why the server refused the contact afterwards; shown until it is proven again. */
  refused?: string | undefined;
  required?: boolean;
}

/** One contact with a send button and then its code; locked with a tick after a correct code. */
export function ContactCode({ channel, contact, accepted, refused, required = false }: ContactCodeProps) {
  const { t } = useTranslation("account");
  const [left, setLeft] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const say = useServerMessage();
  const words = (failure: CodeFailure | undefined) => {
    if (failure === "refused") return refused;
    return failure && ("said" in failure ? (say(failure) ?? failure.said) : t(`errors.${failure.key}`));
  };

  const { verified, value, code, busy } = contact;
  const email = channel === "email";
  const valid = email ? isEmail(value) : isHongKongPhone(value);
  const malformed = left && value !== "" && !valid;
  const awaiting = contact.sent && !verified;

  const sending = busy === "sending";
  const phase = sending ? "sending" : verified ? "verified" : "open";
  const last = useRef(phase);
  useLayoutEffect(() => {
    if (last.current === phase) return;
    last.current = phase;
    // The send button is disabled or the cells are gone: focus the cells, or otherwise the contact.
    if (phase !== "sending") takeFocus([...(box.current?.querySelectorAll("input") ?? [])].at(-1));
  }, [phase]);

  return (
    <div className={css.proof} ref={box}>
      <div>
        <Field
          name={channel}
          label={t(channel)}
          type={email ? "email" : "tel"}
          inputMode={email ? "email" : "numeric"}
          autoComplete={email ? "email" : "tel-national"}
          {...(email ? {} : { affix: "+852", clean: groupHongKongPhone })}
          value={contact.typed}
          onChange={contact.change}
          onBlur={() => setLeft(true)}
          required={required}
          locked={verified}
          disabled={sending}
          ok={verified ? accepted : undefined}
          error={
            words(contact.contactFailure) ??
            (malformed ? t(email ? "errors.invalidEmail" : "errors.invalidPhone") : undefined)
          }
          hint={awaiting ? t(`sent.${channel}`) : undefined}
          beside={
            !verified && (
              <ResendButton
                label={contact.sent ? t("resend") : t("send")}
                readyAt={contact.readyAt}
                disabled={!valid}
                busy={sending && t("sending")}
                onClick={contact.send}
              />
            )
          }
        />
        {/* Announces each new code: the hint does not change when another code is sent. */}
        <p className={text.sr} role="status">
          {sending ? t("sending") : awaiting && !contact.contactFailure && t(`sent.${channel}`)}
        </p>
      </div>
      {awaiting && (
        <div>
          <OneTimeCode
            name={`${channel}Code`}
            label={t(`code.${channel}`)}
            value={code}
            onChange={contact.changeCode}
            onComplete={contact.verify}
            error={words(contact.codeFailure)}
          />
          <p className={text.sr} role="status">
            {busy === "verifying" && t("verifying")}
          </p>
          {code.length === CODE_LENGTH && (
            <div className={css.again}>
              <Button
                kind="quiet"
                small
                block
                busy={busy === "verifying" && t("verifying")}
                onClick={() => contact.verify(code)}
              >
                {t("verify")}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  );
}
