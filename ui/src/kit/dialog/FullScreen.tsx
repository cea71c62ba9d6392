import type { ReactNode } from "react";
import { classes } from "../classes";
import { Modal } from "./Dialog";
import css from "./FullScreen.module.css";

interface FullScreenProps {
  /** Esc, and whatever the content offers. */
  onClose(): void;
  /** The id of the title in its content. */
  labelledBy: string;
  /** `night` is the ground of a camera, `points` that of a coupon's code. */
  ground: "night" | "points";
  children: ReactNode;
}

/** A dialog over the whole app, bars and all; inside the phone where the app is framed. Rendered means open. */
export function FullScreen({ onClose, labelledBy, ground, children }: FullScreenProps) {
  return (
    <Modal onClose={onClose} className={classes(css.full, css[ground])} labelledBy={labelledBy}>
      {children}
    </Modal>
  );
}
