import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import { useForm } from "../../../kit/form/useForm";
import { FormDialog } from "../../kit/AdminDialog";
import { linkAddress } from "./rich";

/** Asks for the link address of the selected text. */
export function LinkDialog({ onLink, onClose }: { onLink(address: string): void; onClose(): void }) {
  const { t } = useTranslation("adminArticles");
  const form = useForm<{ address: string }, "invalid">({
    initial: { address: "" },
    check: ({ address }) => (linkAddress(address) ? {} : { address: "invalid" }),
    submit: async ({ address }) => {
      const found = linkAddress(address);
      if (found) onLink(found);
    },
  });
  return (
    <FormDialog title={t("link.title")} submit={t("link.submit")} onClose={onClose} onSubmit={form.onSubmit}>
      <Field
        {...form.field("address")}
        label={t("link.address")}
        placeholder="https://"
        autoComplete="off"
        required
        error={form.error("address") && t("link.invalid")}
      />
    </FormDialog>
  );
}
