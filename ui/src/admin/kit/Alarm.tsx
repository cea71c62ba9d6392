import type { ReactNode } from "react";
import { Note } from "../../kit/screen/Paper";
import css from "./Alarm.module.css";

interface AlarmProps {
  /** harbour informs, pollen is a warning, plum is an error. */
  tone?: "harbour" | "pollen" | "plum";
  title: string;
  /** Explains the problem. */
  children?: ReactNode;
  /** The action that fixes it. */
  action?: ReactNode;
}

/** A problem, with the action that fixes it. */
export function Alarm({ tone = "pollen", title, children, action }: AlarmProps) {
  return (
    <div className={css.alarm}>
      <Note tone={tone}>
        <div className={css.said}>
          <div className={css.words}>
            <p>{tone === "harbour" ? title : <b>{title}</b>}</p>
            {children}
          </div>
          {action && <div className={css.action}>{action}</div>}
        </div>
      </Note>
    </div>
  );
}
