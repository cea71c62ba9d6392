import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../components/Button";
import { FieldHint } from "../../components/FieldFrame";
import { BinIcon, ImageIcon } from "../../components/icons-desk";
import { LANGUAGES } from "../../i18n/language";
import { DeskDialog } from "../components/DeskDialog";
import css from "./Content.module.css";
import { allOf, articles, items, partners } from "./kinds";

interface PictureFieldProps {
  label: string;
  hint?: string;
  /** `/media/…`, or empty. */
  value: string;
  error?: string | undefined;
  disabled?: boolean;
  onChange(picture: string): void;
}

/** A picture of the programme's own: shown, replaced, taken away. */
export function PictureField({ label, hint, value, error, disabled = false, onChange }: PictureFieldProps) {
  const { t } = useTranslation("deskContent");
  const [choosing, setChoosing] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and wants a legend.
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

/** Every picture that the programme uses somewhere. */
function usePictures(): string[] {
  const catalogue = useQuery(allOf(items)).data ?? [];
  const shops = useQuery(allOf(partners)).data ?? [];
  const stories = useQuery(allOf(articles)).data ?? [];
  const all = [
    ...catalogue.map(({ image }) => image),
    ...shops.flatMap(({ logo, nameImg }) => [logo, nameImg]),
    ...stories.flatMap(({ coverImg }) => LANGUAGES.map((language) => coverImg?.[language])),
  ];
  return [...new Set(all.flatMap((picture) => (picture ? [picture] : [])))];
}

interface GalleryProps {
  chosen: string;
  onChoose(picture: string): void;
  onClose(): void;
}

function Gallery({ chosen, onChoose, onClose }: GalleryProps) {
  const { t } = useTranslation("deskContent");
  const { t: common } = useTranslation("desk");
  const pictures = usePictures();
  return (
    <DeskDialog
      wide
      title={t("picture.title")}
      onClose={onClose}
      actions={
        <Button kind="quiet" small onClick={onClose}>
          {common("cancel")}
        </Button>
      }
    >
      <p>{t(pictures.length > 0 ? "picture.text" : "picture.none")}</p>
      <div className={css.gallery}>
        {pictures.map((picture, index) => (
          <button
            key={picture}
            type="button"
            aria-pressed={picture === chosen}
            aria-label={t("picture.nth", { n: index + 1 })}
            onClick={() => onChoose(picture)}
          >
            <img src={picture} alt="" loading="lazy" />
          </button>
        ))}
      </div>
    </DeskDialog>
  );
}
