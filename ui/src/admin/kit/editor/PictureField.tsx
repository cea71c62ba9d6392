import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../../kit/buttons/Button";
import { FieldHint } from "../../../kit/form/FieldFrame";
import { BinIcon, ImageIcon } from "../../../kit/icons/icons-admin";
import css from "./Content.module.css";
import { Gallery } from "./Gallery";

interface PictureFieldProps {
  label: string;
  hint?: string;
  /** A path `/media/…`, or empty. */
  value: string;
  error?: string | undefined;
  disabled?: boolean;
  /** Width divided by height, if fixed. */
  aspect?: number;
  onChange(picture: string): void;
}

/** A picture from the programme's own storage: choose, replace or remove it. */
export function PictureField({
  label,
  hint,
  value,
  error,
  disabled = false,
  aspect,
  onChange,
}: PictureFieldProps) {
  const { t } = useTranslation("adminContent");
  const [choosing, setChoosing] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and needs a legend.
    <div role="group" aria-label={label}>
      <p className={css.label}>{label}</p>
      <div className={css.picture}>
        {value ? (
          <img src={value} alt="" />
        ) : (
          <span className={css.noPicture}>
            <ImageIcon />
          </span>
        )}
        {!disabled && (
          <div>
            <Button kind="quiet" small onClick={() => setChoosing(true)}>
              {t(value ? "picture.replace" : "picture.choose")}
            </Button>
            {value && (
              <IconButton label={t("picture.remove")} onClick={() => onChange("")}>
                <BinIcon size={20} />
              </IconButton>
            )}
          </div>
        )}
      </div>
      <FieldHint id={`${label}-hint`} hint={hint} error={error} />
      {choosing && (
        <Gallery
          chosen={value}
          aspect={aspect}
          onClose={() => setChoosing(false)}
          onChoose={(picture) => {
            onChange(picture);
            setChoosing(false);
          }}
        />
      )}
    </div>
  );
}
