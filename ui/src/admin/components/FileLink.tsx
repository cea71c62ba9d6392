import type { ReactNode } from "react";
import button from "../../components/Button.module.css";
import { classes } from "../../components/classes";
import { DownloadIcon } from "../../components/icons-desk";

/** A file of the server's, kept by the browser: it streams to the disk, however long it is. */
export function FileLink({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <a className={classes(button.button, button.quiet, button.small)} href={href} aria-label={label} download>
      <DownloadIcon size={20} />
      {children}
    </a>
  );
}
