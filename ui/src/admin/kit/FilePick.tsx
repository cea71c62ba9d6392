import { UploadIcon } from "../../kit/icons/icons-admin";
import css from "./editor/Content.module.css";

interface FilePickProps {
  name: string;
  /** Which files the device offers. */
  accept: string;
  disabled?: boolean | undefined;
  /** What its button says. */
  children: string;
  onPick(file: File): void;
}

/** A button that asks the device for one file; the same one may be chosen again. */
export function FilePick({ name, accept, disabled, children, onPick }: FilePickProps) {
  return (
    <label className={css.file}>
      <span className={css.fileLook}>
        <UploadIcon size={20} />
        {children}
      </span>
      <input
        type="file"
        name={name}
        accept={accept}
        disabled={disabled}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onPick(file);
        }}
      />
    </label>
  );
}
