import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { shrinkPhoto } from "../../device/shrinkPhoto";
import { Button, IconButton } from "../../kit/buttons/Button";
import { FieldHint } from "../../kit/form/FieldFrame";
import { CheckIcon, CloseIcon } from "../../kit/icons/icons-basic";
import { PictureIcon } from "../../kit/icons/icons-member";
import text from "../../kit/styles/text.module.css";
import css from "./Claims.module.css";

export interface ChosenPhoto {
  name: string;
  blob: Blob;
}

/** The chosen photo, drawn because the page's policy lets no address of a file on this device show as a picture. */
function Preview({ blob }: { blob: Blob }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let current = true;
    createImageBitmap(blob).then(
      (picture) => {
        const sheet = canvas.current;
        if (current && sheet) {
          sheet.width = picture.width;
          sheet.height = picture.height;
          sheet.getContext("2d")?.drawImage(picture, 0, 0);
        }
        picture.close();
      },
      // The photo was read before; without its preview it is sent all the same.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [blob]);
  return <canvas ref={canvas} />;
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
          <Preview blob={photo.blob} />
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
