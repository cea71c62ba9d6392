import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import adminCss from "../../admin.module.css";
import { AdminDialog } from "../AdminDialog";
import { CsvLink } from "../FileLink";
import { FilePick } from "../FilePick";
import css from "./Content.module.css";
import { CropDialog } from "./CropDialog";
import type { Localized } from "./localized";
import { usePictures } from "./pictures";
import { useOpenedPicture } from "./useOpenedPicture";

interface GalleryProps {
  chosen: string;
  aspect: number | undefined;
  /** Also passes the picture's alternative text. */
  onChoose(picture: string, alt: Localized): void;
  onClose(): void;
}

/** All uploaded pictures, and a way to upload another. */
export function Gallery({ chosen, aspect, onChoose, onClose }: GalleryProps) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const pictures = usePictures();
  const { wrong, opened, open, close } = useOpenedPicture();
  if (opened) return <CropDialog {...opened} aspect={aspect} onClose={close} onDone={onChoose} />;
  return (
    <AdminDialog
      wide
      title={t("picture.title")}
      onClose={onClose}
      actions={
        <Button kind="quiet" small onClick={onClose}>
          {common("cancel")}
        </Button>
      }
    >
      <div className={css.bring}>
        <p>{t(pictures.length > 0 ? "picture.text" : "picture.none")}</p>
        <div className={adminCss.tools}>
          <FilePick
            name="picture"
            accept="image/png,image/jpeg,image/webp"
            onPick={(file) => void open(file)}
          >
            {t("picture.upload")}
          </FilePick>
          {pictures.length > 0 && <CsvLink path="/api/admin/uploads" />}
        </div>
        <p className={css.small}>{t("picture.uploadHint")}</p>
        {wrong && <Note tone="plum">{wrong}</Note>}
      </div>
      <div className={css.gallery}>
        {pictures.map(({ url, alt }, index) => (
          <button
            key={url}
            type="button"
            aria-pressed={url === chosen}
            aria-label={localized(alt, language) || t("picture.nth", { n: index + 1 })}
            onClick={() => onChoose(url, alt)}
          >
            <img src={url} alt="" loading="lazy" />
          </button>
        ))}
      </div>
    </AdminDialog>
  );
}
