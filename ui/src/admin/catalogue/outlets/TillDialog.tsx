import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Select } from "../../kit/Inputs";
import { addTill, changeTill, type Outlet, outletsChanged, type Till, type WaitingTill } from "./outlets";
import { SaveDialog } from "./SaveDialog";

interface NewTillProps {
  outlets: readonly Outlet[];
  onClose(): void;
  onMade(till: WaitingTill): void;
}

/** Adds a till to an outlet. */
export function NewTillDialog({ outlets, onClose, onMade }: NewTillProps) {
  const { t } = useTranslation("adminCounters");
  const [name, setName] = useState("");
  const [outlet, setOutlet] = useState(outlets[0]?._id ?? "");
  return (
    <SaveDialog
      title={t("addTill")}
      submit={t("keepTill")}
      sound={name.trim() !== ""}
      ofFields={["till_name_taken"]}
      onClose={onClose}
      keep={async () => {
        const made = await addTill(outlet, name.trim());
        outletsChanged();
        onMade(made);
      }}
    >
      {(wrong, refusal) => (
        <Fields {...{ outlets, outlet, name, wrong, refusal }} onOutlet={setOutlet} onName={setName} />
      )}
    </SaveDialog>
  );
}

interface ChangeTillProps {
  till: Till;
  outlets: readonly Outlet[];
  onClose(): void;
}

/** Renames a till or moves it to another outlet of the partner. Its device stays enrolled. */
export function ChangeTillDialog({ till, outlets, onClose }: ChangeTillProps) {
  const { t } = useTranslation("adminCounters");
  const [name, setName] = useState(till.name);
  const [outlet, setOutlet] = useState(till.outletId);
  const moves = outlet !== till.outletId;
  return (
    <SaveDialog
      title={till.name}
      submit={t("saveTill")}
      sound={name.trim() !== ""}
      ofFields={["till_name_taken"]}
      onClose={onClose}
      keep={async () => {
        await changeTill(till._id, { name: name.trim(), ...(moves && { outletId: outlet }) });
        outletsChanged();
        showToast(t("savedTill", { name: name.trim() }));
        onClose();
      }}
    >
      {(wrong, refusal) => (
        <>
          <Fields {...{ outlets, outlet, name, wrong, refusal }} onOutlet={setOutlet} onName={setName} />
          {moves && <p>{t("moveTill")}</p>}
        </>
      )}
    </SaveDialog>
  );
}

interface FieldsProps {
  outlets: readonly Outlet[];
  outlet: string;
  name: string;
  /** True if the form shows its errors. */
  wrong: boolean;
  /** The reason why the server refused the name. */
  refusal: string | undefined;
  onOutlet(id: string): void;
  onName(name: string): void;
}

function Fields({ outlets, outlet, name, wrong, refusal, onOutlet, onName }: FieldsProps) {
  const { t } = useTranslation("adminCounters");
  const language = useLanguage();
  return (
    <>
      <Select<string>
        name="outlet"
        label={t("tillAt")}
        value={outlet}
        options={outlets.map((one) => ({ value: one._id, label: localized(one.name, language) }))}
        onChange={onOutlet}
      />
      <Field
        name="till"
        label={t("tillName")}
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        error={wrong && name.trim() === "" ? t("required") : refusal}
        onChange={onName}
      />
    </>
  );
}
