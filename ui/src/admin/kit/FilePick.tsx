import { UploadIcon } from "../../kit/icons/icons-admin";
import css from "./editor/Content.module.css";

interface FilePickProps {
  name: string;
  /** File types to offer. */
  accept: string;
  disabled?: boolean | undefined;
  /** Label of the button. */
  children: string;
  onPick(file: File): void;
}

/** A button that picks one file; the same file may be chosen again. */
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
