import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/buttons/Button";
import { FieldHint } from "../../kit/form/FieldFrame";
import { CheckIcon, CloseIcon } from "../../kit/icons/icons-basic";
import { PictureIcon } from "../../kit/icons/icons-member";
import text from "../../kit/styles/text.module.css";
import css from "./Claims.module.css";
import { shrinkPhoto } from "./shrinkPhoto";

export interface ChosenPhoto {
  name: string;
  blob: Blob;
}

/** The address of a photo on this device, for as long as it is shown. */
function useAddressOf(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return setAddress(undefined);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

const kilobytes = (bytes: number) => String(Math.max(1, Math.round(bytes / 1024)));

interface PhotoSlotProps {
  photo: ChosenPhoto | undefined;
  onChange(photo: ChosenPhoto | undefined): void;
}

/** Takes a photo of the receipt with the camera or from a file, and makes it small. */
export function PhotoSlot({ photo, onChange }: PhotoSlotProps) {
  const { t } = useTranslation("claims");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<"reading" | "unreadable">();
  const shown = useAddressOf(photo?.blob);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setState("reading");
    const blob = await shrinkPhoto(file);
    setState(blob ? undefined : "unreadable");
    if (blob) onChange({ name: file.name, blob });
  };
  return (
    <div className={css.slotField}>
      <p className={css.slotLabel}>
        <span>{t("photo")}</span>
        <span className={text.soft}>{t("optional")}</span>
      </p>
      <input
        ref={input}
        id={id}
        className={text.sr}
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={t("photo")}
        onChange={(event) => {
          void choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      {photo ? (
        <div className={css.slot}>
          {shown && <img src={shown} alt="" />}
          <span className={css.slotWords}>
            <b>{photo.name}</b>
            <small>
              <CheckIcon size={16} />
              {t("photoReady", { size: kilobytes(photo.blob.size) })}
            </small>
          </span>
          <IconButton label={t("removePhoto")} onClick={() => onChange(undefined)}>
            <CloseIcon />
          </IconButton>
        </div>
      ) : (
        <Button
          kind="quiet"
          block
          icon={<PictureIcon size={22} />}
          busy={state === "reading" && t("photoReading")}
          onClick={() => input.current?.click()}
        >
          {t("addPhoto")}
        </Button>
      )}
      <FieldHint
        id={`${id}-hint`}
        error={state === "unreadable" ? t("photoUnreadable") : undefined}
        hint={t("photoHint")}
      />
    </div>
  );
}
