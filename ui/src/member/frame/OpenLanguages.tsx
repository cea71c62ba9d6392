import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/buttons/Button";
import { LazyDialog } from "../../kit/dialog/LazyDialog";
import { LanguageSwitch } from "../../kit/form/LanguageSwitch";
import { icon } from "../../kit/icons/Icon";
import css from "./OpenLanguages.module.css";

const LanguageIcon = icon(
  "M3 6h10M8 3.5V6M5 6c1 4 3.5 6.5 7 8M11 6c-1 4.5-4 7.5-8 9|M12.5 20.5 17 10l4.5 10.5M14.2 16.8h5.6",
);

/** Language choice for screens that visitors reach by a link, in the free corner of the title bar. */
export function OpenLanguages() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={css.corner}>
      <IconButton label={t("language")} onClick={() => setOpen(true)}>
        <LanguageIcon />
      </IconButton>
      {open && (
        <LazyDialog
          title={t("language")}
          onClose={close}
          onMissing={close}
          actions={<Button onClick={close}>{t("close")}</Button>}
        >
          <div className={css.choice}>
            <LanguageSwitch block />
          </div>
        </LazyDialog>
      )}
    </div>
  );
}
