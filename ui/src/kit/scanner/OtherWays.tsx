import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { ScanIcon } from "../icons/icons-home";
import { KeypadIcon, PictureIcon } from "../icons/icons-member";
import css from "./ScannerDialog.module.css";

interface OtherWaysProps {
  typing: boolean;
  /** A code is being processed: presses are ignored, and the focus stays. */
  waiting: boolean;
  onType(wanted: boolean): void;
  onPick(file: File): void;
}

/** Alternatives to the camera: an image of the code, or typing it. */
export function OtherWays({ typing, waiting, onType, onPick }: OtherWaysProps) {
  const { t } = useTranslation("scan");
  const file = useRef<HTMLInputElement>(null);
  return (
    <div className={css.ways}>
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label={t("picture")}
        onChange={(event) => {
          const picked = event.currentTarget.files?.[0];
          // Reset, so that the same image can be chosen again.
          event.currentTarget.value = "";
          if (picked && !waiting) onPick(picked);
        }}
      />
      <button type="button" aria-disabled={waiting} onClick={() => waiting || file.current?.click()}>
        <PictureIcon size={20} />
        {t("picture")}
      </button>
      <button type="button" aria-disabled={waiting} onClick={() => waiting || onType(!typing)}>
        {typing ? <ScanIcon size={20} /> : <KeypadIcon size={20} />}
        {typing ? t("backToCamera") : t("type")}
      </button>
    </div>
  );
}
