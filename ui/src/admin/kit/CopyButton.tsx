import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { CopyIcon } from "../../kit/icons/icons-member";

/** Copies a text to the clipboard and confirms it. */
export function useCopy() {
  const { t } = useTranslation("admin");
  return (text: string) => {
    // The clipboard API is missing on plain http.
    navigator.clipboard?.writeText(text).then(
      () => showToast(t("copied")),
      () => {},
    );
  };
}

/** A button that copies a text. Without the clipboard it is absent; the text can still be selected. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const copy = useCopy();
  if (!navigator.clipboard) return null;
  return (
    <Button kind="text" small icon={<CopyIcon size={18} />} onClick={() => copy(text)}>
      {label}
    </Button>
  );
}
