import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { NumberField } from "../../kit/NumberField";
import { useAction } from "../../kit/useAction";
import { today } from "../reports/reports";
import { addTerms, billsChanged, type PartnerTerms } from "./bills";

interface TermsDialogProps {
  partner: string;
  /** The rates that the person has seen. */
  terms: PartnerTerms;
  onClose(): void;
}

/** The form of new rates. */
export function TermsDialog({ partner, terms, onClose }: TermsDialogProps) {
  const { t } = useTranslation("adminBills");
  const say = useErrorText();
  const newest = terms.versions[0];
  const [form, setForm] = useState({
    issuedHkd: newest?.issuedHkd ?? terms.issuedHkd,
    redeemedHkd: newest?.redeemedHkd ?? "",
    feeHkd: newest?.feeHkd ?? terms.feeHkd,
    from: today(),
  });
  const { busy, error, run } = useAction();
  const [tried, setTried] = useState(false);
  const wrong = fieldErrors(error);
  const missing = (name: "issuedHkd" | "feeHkd" | "from") =>
    tried && form[name] === "" ? t("terms.required") : wrong[name];
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const { redeemedHkd, ...rest } = form;
    if (!rest.issuedHkd || !rest.feeHkd || !rest.from) return;
    void run(async () => {
      await addTerms(partner, terms.version, { ...rest, ...(redeemedHkd ? { redeemedHkd } : {}) });
      await billsChanged();
      onClose();
      showToast(t("terms.done"));
    });
  };
  const rate = (name: "issuedHkd" | "redeemedHkd" | "feeHkd", hint: string) => (
    <NumberField
      name={name}
      label={t(`terms.${name}`)}
      hint={hint}
      decimal
      most={9}
      affix="HK$"
      value={form[name]}
      error={name === "redeemedHkd" ? wrong[name] : missing(name)}
      onChange={(typed) => setForm({ ...form, [name]: typed })}
    />
  );
  return (
    <FormDialog
      title={t("terms.change")}
      submit={t("terms.keep")}
      busy={busy && t("terms.busy")}
      onClose={onClose}
      onSubmit={send}
    >
      <div className={css.stack}>
        {rate("issuedHkd", t("terms.issuedHint"))}
        {rate("redeemedHkd", t("terms.redeemedHint", { value: terms.pointValueHkd }))}
        {rate("feeHkd", t("terms.feeHint"))}
        <Field
          name="from"
          type="date"
          label={t("terms.from")}
          hint={t("terms.fromHint")}
          value={form.from}
          error={missing("from")}
          onChange={(from) => setForm({ ...form, from })}
        />
        {error !== undefined && Object.keys(wrong).length === 0 && <Note tone="plum">{say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
