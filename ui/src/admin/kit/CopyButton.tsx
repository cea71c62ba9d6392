import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { CopyIcon } from "../../kit/icons/icons-member";

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation("desk");
  // Missing on plain http, where the text can still be selected.
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
