import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { allOf, partners } from "../../kit/editor/kinds";
import { Select } from "../../kit/Inputs";
import type { Role } from "../../roles";

const ROLES: readonly Role[] = ["operator", "editor", "support", "finance", "auditor", "merchant", "owner"];

interface RoleFieldsProps {
  role: Role;
  partnerId: string;
  /** The error of the partner field. */
  error: string | undefined;
  onRole(role: Role): void;
  onPartner(id: string): void;
}

/** The role of a colleague, and the partner of a counter role. */
export function RoleFields({ role, partnerId, error, onRole, onPartner }: RoleFieldsProps) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  return (
    <>
      <Select
        name="role"
        label={t("staff.role")}
        value={role}
        options={ROLES.map((value) => ({ value, label: common(`roles.${value}`) }))}
        onChange={onRole}
      />
      {role === "merchant" && (
        <Select
          name="partnerId"
          label={t("keys.partner")}
          value={partnerId}
          required
          error={error}
          options={[
            { value: "", label: "–" },
            ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
          ]}
          onChange={onPartner}
        />
      )}
    </>
  );
}
