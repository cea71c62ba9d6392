import type { ReactNode } from "react";
import { classes } from "../classes";
import { Modal } from "./Dialog";
import css from "./FullScreen.module.css";

interface FullScreenProps {
  /** Called for Esc; the content offers its own ways to close. */
  onClose(): void;
  /** The id of the title in its content. */
  labelledBy: string;
  /** `night` is the camera's ground, `points` the ground of a coupon's code. */
  ground: "night" | "points";
  children: ReactNode;
}

/** A dialog over the whole app, bars included, or inside the phone frame. Rendered means open. */
export function FullScreen({ onClose, labelledBy, ground, children }: FullScreenProps) {
  return (
    <Modal onClose={onClose} className={classes(css.full, css[ground])} labelledBy={labelledBy}>
      {children}
    </Modal>
  );
}
