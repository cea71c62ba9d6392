import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import { Select } from "../../kit/Inputs";
import { makeEarnLinkKey } from "./earnLinkKeys";
import type { Outlet } from "./outlets";
import { SaveDialog } from "./SaveDialog";

interface EarnLinkKeyDialogProps {
  partner: string;
  outlets: readonly Outlet[];
  onClose(): void;
  onMade(key: { _id: string; secret: string }): void;
}

/** Makes a key of earn links for a partner or one of its outlets. */
export function EarnLinkKeyDialog({ partner, outlets, onClose, onMade }: EarnLinkKeyDialogProps) {
  const { t } = useTranslation("adminCounters");
  const language = useLanguage();
  const [name, setName] = useState("");
  const [outlet, setOutlet] = useState("");
  const [cap, setCap] = useState("");
  const places = [
    { value: "", label: t("earnKeys.everywhere") },
    ...outlets.map((one) => ({ value: one._id, label: localized(one.name, language) })),
  ];
  return (
    <SaveDialog
      title={t("earnKeys.add")}
      submit={t("earnKeys.make")}
      sound={name.trim() !== ""}
      onClose={onClose}
      keep={async () => {
        const terms = {
          name: name.trim(),
          ...(outlet && { outletId: outlet }),
          ...(cap && { dailyCap: Number(cap) }),
        };
        onMade(await makeEarnLinkKey(partner, terms));
      }}
    >
      {(wrong) => (
        <>
          <p>{t("earnKeys.text")}</p>
          <Field
            name="earnKey"
            label={t("earnKeys.name")}
            value={name}
            maxLength={60}
            required
            autoComplete="off"
            error={wrong ? t("required") : undefined}
            onChange={setName}
          />
          <Select<string>
            name="outlet"
            label={t("tillAt")}
            value={outlet}
            options={places}
            onChange={setOutlet}
          />
          <Field
            name="dailyCap"
            label={t("earnKeys.cap")}
            value={cap}
            inputMode="numeric"
            maxLength={9}
            autoComplete="off"
            onChange={(typed) => setCap(typed.replace(/\D/g, ""))}
          />
        </>
      )}
    </SaveDialog>
  );
}
