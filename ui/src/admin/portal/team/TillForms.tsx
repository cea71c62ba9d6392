import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { SaveDialog } from "../../catalogue/outlets/SaveDialog";
import { Select } from "../../kit/Inputs";
import { portalChanged } from "../portal";
import { addTill, changeTill, type Outlet, type Till, type WaitingTill } from "./team";

interface FieldsProps {
  outlets: readonly Outlet[];
  outlet: string;
  name: string;
  wrong: boolean;
  /** The reason why the server refused the name. */
  refusal: string | undefined;
  onOutlet(outlet: string): void;
  onName(name: string): void;
}

function TillFields({ outlets, outlet, name, wrong, refusal, onOutlet, onName }: FieldsProps) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  return (
    <>
      <Field
        name="till"
        label={t("tills.name")}
        value={name}
        maxLength={60}
        required
        autoComplete="off"
        error={wrong && !name.trim() ? t("required") : refusal}
        onChange={onName}
      />
      <Select<string>
        name="outlet"
        label={t("sales.outlet")}
        value={outlet}
        options={outlets.map((one) => ({ value: one._id, label: localized(one.name, language) }))}
        onChange={onOutlet}
      />
    </>
  );
}

interface NewTillProps {
  outlets: readonly Outlet[];
  onClose(): void;
  onMade(till: WaitingTill): void;
}

/** Adds a till; its link follows. */
export function NewTillForm({ outlets, onClose, onMade }: NewTillProps) {
  const { t } = useTranslation("portal");
  const [name, setName] = useState("");
  const [outlet, setOutlet] = useState(outlets[0]?._id ?? "");
  return (
    <SaveDialog
      title={t("tills.add")}
      submit={t("tills.keep")}
      sound={name.trim() !== ""}
      ofFields={["till_name_taken"]}
      onClose={onClose}
      keep={async () => {
        const made = await addTill(outlet, name.trim());
        await portalChanged();
        onMade(made);
      }}
    >
      {(wrong, refusal) => (
        <TillFields
          outlets={outlets}
          outlet={outlet}
          name={name}
          wrong={wrong}
          refusal={refusal}
          onOutlet={setOutlet}
          onName={setName}
        />
      )}
    </SaveDialog>
  );
}

/** Renames a till or moves it to another outlet. Its device stays enrolled. */
export function TillForm({
  till,
  outlets,
  onClose,
}: {
  till: Till;
  outlets: readonly Outlet[];
  onClose(): void;
}) {
  const { t } = useTranslation("portal");
  const [name, setName] = useState(till.name);
  const [outlet, setOutlet] = useState(till.outletId);
  return (
    <SaveDialog
      title={till.name}
      submit={t("tills.save")}
      sound={name.trim() !== ""}
      ofFields={["till_name_taken"]}
      onClose={onClose}
      keep={async () => {
        await changeTill(till._id, {
          name: name.trim(),
          ...(outlet !== till.outletId && { outletId: outlet }),
        });
        await portalChanged();
        showToast(t("tills.saved", { name: name.trim() }));
        onClose();
      }}
    >
      {(wrong, refusal) => (
        <>
          <TillFields
            outlets={outlets}
            outlet={outlet}
            name={name}
            wrong={wrong}
            refusal={refusal}
            onOutlet={setOutlet}
            onName={setName}
          />
          {outlet !== till.outletId && <p>{t("tills.moveText")}</p>}
        </>
      )}
    </SaveDialog>
  );
}
