import type { ReactNode } from "react";
import { Note } from "../../kit/screen/Paper";
import css from "./Alarm.module.css";

interface AlarmProps {
  /** pollen warns, plum is for what is broken. */
  tone?: "pollen" | "plum";
  title: string;
  /** What it means. */
  children?: ReactNode;
  /** What to do about it. */
  action?: ReactNode;
}

/** Something that is wrong, and the way to mend it. */
export function Alarm({ tone = "pollen", title, children, action }: AlarmProps) {
  return (
    <div className={css.alarm}>
      <Note tone={tone}>
        <div className={css.said}>
          <div className={css.words}>
            <p>
              <b>{title}</b>
            </p>
            {children}
          </div>
          {action && <div className={css.action}>{action}</div>}
        </div>
      </Note>
    </div>
  );
}
