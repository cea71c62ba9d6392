import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { CheckIcon } from "../../kit/icons/icons-basic";
import css from "./SetUp.module.css";

interface Step {
  title: string;
  text: string;
  /** The content of the step below its text, while the step is the present one. */
  inside?: ReactNode;
}

interface SetUpStepsProps {
  steps: readonly Step[];
  /** The place of the present step, from 0. */
  now: number;
}

/** The numbered steps of the set-up: those before the present one are done. */
export function SetUpSteps({ steps, now }: SetUpStepsProps) {
  const { t } = useTranslation("counter");
  return (
    <ol className={css.steps} aria-label={t("enrol.steps")}>
      {steps.map(({ title, text, inside }, place) => (
        <li
          key={title}
          className={classes(place < now && css.done, place === now && css.now)}
          aria-current={place === now ? "step" : undefined}
        >
          <i>{place < now ? <CheckIcon size={20} /> : place + 1}</i>
          <div>
            <h2>{title}</h2>
            <p>{text}</p>
            {inside}
          </div>
        </li>
      ))}
    </ol>
  );
}
