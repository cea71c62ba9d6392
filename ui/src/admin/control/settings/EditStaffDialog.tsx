import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { EditDialog } from "../../kit/editor/EditDialog";
import { allOf, partners, type Tagged } from "../../kit/editor/kinds";
import { useEditor } from "../../kit/editor/useEditor";
import { useMe } from "../../session";
import { RoleFields } from "./RoleFields";
import { type ColleagueForm, colleagues, type StaffMember } from "./staff";

/** Edits name and role of a colleague; nobody can change their own role. */
export function EditStaffDialog({ saved, onClose }: { saved: Tagged<StaffMember>; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  const oneself = useMe()._id === saved.record._id;
  const [tried, setTried] = useState(false);
  const editor = useEditor<StaffMember, ColleagueForm>({
    kind: colleagues,
    saved,
    form: (person) => ({
      name: person?.name ?? "",
      role: person?.role ?? "operator",
      partnerId: person?.partnerId ?? "",
      suspended: person?.status === "suspended",
    }),
    tidy: (form) => ({ ...form, name: form.name.trim() }),
    onSaved: ({ name }) => {
      showToast(t("staff.changed", { name }));
      onClose();
    },
    onHeld: onClose,
    passing: true,
  });
  const { name, role, partnerId } = editor.draft;
  const wrong = {
    name: name.trim() === "",
    partnerId: role === "merchant" && partnerId === "",
  };
  const missing = (field: "name" | "partnerId") =>
    tried && wrong[field] ? common("errors.required") : editor.troubles[field];
  const label = (key: string) => {
    if (key === "partnerId") return t("keys.partner");
    if (key === "suspended") return t("staff.statuses.suspended");
    return t(key === "role" ? "staff.role" : "staff.name");
  };
  const shown = (key: string, value: string) => {
    const shop = key === "partnerId" ? shops.find(({ _id }) => _id === value) : undefined;
    if (shop) return localized(shop.name, language);
    return key === "role" ? common(`roles.${value as StaffMember["role"]}`) : value;
  };
  return (
    <EditDialog
      title={t("staff.change")}
      submit={t("programme.save")}
      busy={t("programme.saving")}
      editor={editor}
      label={label}
      shown={shown}
      check={() => {
        setTried(true);
        return !wrong.name && !wrong.partnerId;
      }}
      onClose={onClose}
    >
      <Field
        name="name"
        label={t("staff.name")}
        value={name}
        autoComplete="off"
        maxLength={100}
        required
        error={missing("name")}
        onChange={(typed) => editor.set({ name: typed })}
      />
      {!oneself && (
        <RoleFields
          role={role}
          partnerId={partnerId}
          error={missing("partnerId")}
          onRole={(chosen) => editor.set({ role: chosen })}
          onPartner={(id) => editor.set({ partnerId: id })}
        />
      )}
    </EditDialog>
  );
}
