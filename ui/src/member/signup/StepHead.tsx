import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import text from "../../kit/styles/text.module.css";
import css from "./SignupScreen.module.css";

interface StepHeadProps {
  step: 1 | 2;
  title: string;
  /** The member came from the other step, so the focus moves to this one. */
  arrived: boolean;
  children: ReactNode;
}

/** The progress (two bars), the step's title and a sentence. */
export function StepHead({ step, title, arrived, children }: StepHeadProps) {
  const { t } = useTranslation("signup");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!arrived) return;
    const wrong = heading.current?.closest("main")?.querySelector<HTMLElement>("[aria-invalid]");
    (wrong ?? heading.current)?.focus();
  }, [arrived]);
  return (
    <>
      <ol className={css.steps} aria-label={t("step", { step })}>
        <li className={css.reached} aria-current={step === 1 ? "step" : undefined} />
        <li className={classes(step === 2 && css.reached)} aria-current={step === 2 ? "step" : undefined} />
      </ol>
      <h2 className={classes(text.t1, css.heading)} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </>
  );
}
