import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/buttons/Button";
import { FieldHint } from "../../../kit/form/FieldFrame";
import { BinIcon, ImageIcon } from "../../../kit/icons/icons-admin";
import { Note } from "../../../kit/screen/Paper";
import content from "../../kit/editor/Content.module.css";
import { CropDialog } from "../../kit/editor/CropDialog";
import { useOpenedPicture } from "../../kit/editor/useOpenedPicture";
import { FilePick } from "../../kit/FilePick";

interface OwnPictureFieldProps {
  label: string;
  /** A path `/media/…`, or empty. */
  value: string;
  error: string | undefined;
  disabled: boolean;
  /** Width divided by height. */
  aspect: number;
  onChange(picture: string): void;
}

/** A picture that the manager adds. Managers do not see the pictures of the programme. */
export function OwnPictureField({ label, value, error, disabled, aspect, onChange }: OwnPictureFieldProps) {
  const { t } = useTranslation("adminContent");
  const { wrong, opened, open, close } = useOpenedPicture();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a box and needs a legend.
    <div role="group" aria-label={label}>
      <p className={content.label}>{label}</p>
      <div className={content.picture}>
        {value ? (
          <img src={value} alt="" />
        ) : (
          <span className={content.noPicture}>
            <ImageIcon />
          </span>
        )}
        {!disabled && (
          <div>
            <FilePick
              name="picture"
              accept="image/png,image/jpeg,image/webp"
              onPick={(file) => void open(file)}
            >
              {t("picture.upload")}
            </FilePick>
            {value && (
              <IconButton label={t("picture.remove")} onClick={() => onChange("")}>
                <BinIcon size={20} />
              </IconButton>
            )}
          </div>
        )}
      </div>
      <FieldHint id={`${label}-hint`} hint={t("picture.uploadHint")} error={error} />
      {wrong && <Note tone="plum">{wrong}</Note>}
      {opened && (
        <CropDialog
          {...opened}
          aspect={aspect}
          onClose={close}
          onDone={(url) => {
            onChange(url);
            close();
          }}
        />
      )}
    </div>
  );
}
