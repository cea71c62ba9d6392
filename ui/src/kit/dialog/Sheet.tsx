import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../buttons/Button";
import { CloseIcon } from "../icons/icons-basic";
import { Modal } from "./Dialog";
import css from "./Sheet.module.css";
import { useDragDown } from "./useDragDown";

/** A sheet for details, with a picture to the edge. Its corner, a tap beside it, Esc or a pull closes it. */
export function Sheet({
  title,
  onClose,
  picture,
  busy = false,
  printed,
  children,
}: {
  title: ReactNode;
  onClose(): void;
  picture?: ReactNode;
  /** An action is running, and the sheet stays open until it has ended. */
  busy?: boolean;
  /** The content that a printed page has in place of the sheet. */
  printed?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  // The picture and the title are the handle, because the content below them scrolls.
  const drag = useDragDown(onClose);
  const handle = busy ? {} : drag;
  const close = busy ? () => {} : onClose;
  return (
    <Modal onClose={close} className={css.sheet} labelledBy={id} light>
      <div className={css.close}>
        <IconButton kind="cover" label={t("close")} disabled={busy} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {picture && (
        <div className={css.picture} {...handle}>
          {picture}
        </div>
      )}
      <div className={css.body}>
        <h2 id={id} className={css.title} {...handle}>
          {title}
        </h2>
        {children}
      </div>
      {printed}
    </Modal>
  );
}
