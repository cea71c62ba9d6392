import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import { MailIcon, PhoneIcon } from "../../../kit/icons/icons-member";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { adminPaths } from "../../paths";
import own from "./Diagnostics.module.css";
import { formatTook } from "./diagnostics";
import { sendTest, testMessageQuery } from "./maintenance";

interface Sent {
  _id: string;
  to: string;
}

/** Sends a test by e-mail or SMS, and shows its delivery state above the buttons. */
export function TestMessagePanel() {
  const { t } = useTranslation("adminDiagnostics");
  const say = useErrorText();
  const { busy, error, run } = useAction();
  const [sent, setSent] = useState<Sent>();
  const [asking, setAsking] = useState(false);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("tests.title")}</h2>
      </div>
      <p className={css.soft}>{t("tests.text")}</p>
      <div role="status">{sent && <Outcome key={sent._id} sent={sent} />}</div>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <div className={own.acts}>
        <Button
          kind="quiet"
          small
          icon={<MailIcon size={20} />}
          busy={busy && t("tests.sending")}
          onClick={() => void run(async () => setSent(await sendTest()))}
        >
          {t("tests.mail")}
        </Button>
        <Button kind="quiet" small icon={<PhoneIcon size={20} />} onClick={() => setAsking(true)}>
          {t("tests.sms")}
        </Button>
      </div>
      {asking && (
        <AskPhone
          onClose={() => setAsking(false)}
          onSent={(test) => {
            setSent(test);
            setAsking(false);
          }}
        />
      )}
    </section>
  );
}

function Outcome({ sent }: { sent: Sent }) {
  const { t } = useTranslation("adminDiagnostics");
  const { data } = useQuery(testMessageQuery(sent));
  const took = data?.finished ? Date.parse(data.finished) - Date.parse(data.created) : 0;
  const [word, tone] = data?.kept
    ? (["kept", "pollen"] as const)
    : data?.state === "sent"
      ? (["sent", "leaf"] as const)
      : data?.state === "dead"
        ? (["failedTo", "plum"] as const)
        : (["waiting", "harbour"] as const);
  return (
    <Note tone={tone}>
      {t(`tests.${word}`, { to: sent.to, took: formatTook(took * 1000) })}{" "}
      <ButtonLink kind="quiet" small to={`${adminPaths.messages}?to=${encodeURIComponent(sent.to)}`}>
        {t("tests.more")}
      </ButtonLink>
    </Note>
  );
}

function AskPhone({ onClose, onSent }: { onClose(): void; onSent(sent: Sent): void }) {
  const { t } = useTranslation("adminDiagnostics");
  const say = useErrorText();
  const [phone, setPhone] = useState("");
  const { busy, error, run } = useAction();
  return (
    <FormDialog
      title={t("tests.smsTitle")}
      submit={t("tests.send")}
      busy={busy && t("tests.sending")}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void run(async () => onSent(await sendTest(phone)));
      }}
    >
      <Field
        name="phone"
        label={t("tests.phone")}
        type="tel"
        inputMode="tel"
        affix="+852"
        value={phone}
        onChange={setPhone}
        error={error === undefined ? undefined : say(error)}
        required
      />
    </FormDialog>
  );
}
