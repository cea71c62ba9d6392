import { type FormEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Modal } from "../../kit/dialog/Dialog";
import { CloseIcon } from "../../kit/icons/icons-basic";
import css from "./AdminDialog.module.css";

interface AdminDialogProps {
  title: string;
  onClose(): void;
  /** Buttons, the safe one first. */
  actions: ReactNode;
  alert?: boolean;
  wide?: boolean;
  children?: ReactNode;
}

/** A modal dialog in the centre. It is open while it is rendered. */
export function AdminDialog({ title, onClose, actions, alert, wide, children }: AdminDialogProps) {
  const id = useId();
  return (
    <Modal
      onClose={onClose}
      className={classes(css.dialog, wide && css.wide)}
      labelledBy={id}
      alert={alert ?? false}
      describedBy={alert && children ? `${id}-asked` : undefined}
    >
      <h2 id={id}>{title}</h2>
      {children && (
        <div className={css.content} id={`${id}-asked`}>
          {children}
        </div>
      )}
      <div className={css.actions}>{actions}</div>
    </Modal>
  );
}

interface FormDialogProps {
  title: string;
  onClose(): void;
  onSubmit(event: FormEvent<HTMLFormElement>): void;
  /** Label of the main button. */
  submit: string;
  kind?: "leaf" | "points" | "refuse";
  busy?: string | false;
  disabled?: boolean;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog with a small form. */
export function FormDialog({
  title,
  onClose,
  onSubmit,
  submit,
  kind = "leaf",
  busy = false,
  disabled = false,
  wide,
  children,
}: FormDialogProps) {
  const { t } = useTranslation("admin");
  const id = useId();
  return (
    <Modal onClose={onClose} className={classes(css.dialog, wide && css.wide)} labelledBy={id}>
      <form
        noValidate
        onSubmit={(event) => {
          // The dialog may be nested in the form of a record, which must not be submitted too.
          event.stopPropagation();
          onSubmit(event);
        }}
      >
        <h2 id={id}>{title}</h2>
        <div className={css.content}>{children}</div>
        <div className={css.actions}>
          <Button kind="quiet" small onClick={onClose}>
            {t("cancel")}
          </Button>
          <Button type="submit" kind={kind} small busy={busy} disabled={disabled}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

interface DrawerProps {
  title: string;
  line?: ReactNode;
  /** Shown left of the title. */
  picture?: ReactNode;
  onClose(): void;
  foot?: ReactNode;
  children: ReactNode;
}

/** One record in a drawer on the right. */
export function Drawer({ title, line, picture, onClose, foot, children }: DrawerProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Modal onClose={onClose} className={css.drawer} labelledBy={id} light>
      <div className={css.top}>
        {picture}
        <div>
          <h2 id={id}>{title}</h2>
          {line}
        </div>
        <IconButton label={t("close")} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it. */}
      <div className={css.scroll} tabIndex={0}>
        {children}
      </div>
      {foot && <div className={css.foot}>{foot}</div>}
    </Modal>
  );
}
