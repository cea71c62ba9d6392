import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { CopyIcon } from "../../kit/icons/icons-member";

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation("admin");
  // The clipboard API is missing on plain http; the text can still be selected.
  if (!navigator.clipboard) return null;
  return (
    <Button
      kind="text"
      small
      icon={<CopyIcon size={18} />}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => showToast(t("copied")),
          () => {},
        );
      }}
    >
      {label}
    </Button>
  );
}
