import { useTranslation } from "react-i18next";
import { IconButton } from "../buttons/Button";
import { BackIcon } from "../icons/icons-basic";
import css from "./Cover.module.css";

/** The back button on an image at the top of a screen. */
export function CoverBack({ onClick }: { onClick(): void }) {
  const { t } = useTranslation();
  return (
    <div className={css.back}>
      <IconButton kind="cover" label={t("back")} onClick={onClick}>
        <BackIcon />
      </IconButton>
    </div>
  );
}
