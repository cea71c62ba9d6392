import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./Button";
import { Modal } from "./Dialog";
import { CloseIcon } from "./icons-basic";
import css from "./Sheet.module.css";

/** For looking: from the bottom, its picture to the edge, closed at its corner, beside it or with Esc. */
export function Sheet({
  title,
  onClose,
  picture,
  children,
}: {
  title: ReactNode;
  onClose(): void;
  picture?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal onClose={onClose} className={css.sheet} labelledBy={id} light>
      <div className={css.close}>
        <IconButton kind="cover" label={t("close")} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {picture}
      <div className={css.body}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </Modal>
  );
}
