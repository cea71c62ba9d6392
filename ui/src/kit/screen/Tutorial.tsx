import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import first from "../art/tutorial1.svg";
import second from "../art/tutorial2.svg";
import third from "../art/tutorial3.svg";
import fourth from "../art/tutorial4.svg";
import fifth from "../art/tutorial5.svg";
import sixth from "../art/tutorial6.svg";
import seventh from "../art/tutorial7.svg";
import eighth from "../art/tutorial8.svg";
import { Button } from "../buttons/Button";
import { classes } from "../classes";
import { Modal } from "../dialog/Dialog";
import text from "../styles/text.module.css";
import { PETAL } from "./petals";
import css from "./Tutorial.module.css";

const STEPS = [
  { key: "tree", picture: first },
  { key: "earn", picture: second },
  { key: "balance", picture: third },
  { key: "scan", picture: fourth },
  { key: "share", picture: fifth },
  { key: "redeem", picture: sixth },
  { key: "coupon", picture: seventh },
  { key: "start", picture: eighth },
] as const;

interface TutorialProps {
  /** The programme's own pictures instead of ours: used only if all eight are given. */
  pictures?: readonly string[];
  /** Called after the last picture, and for Esc. */
  onDone(): void;
}

/** Eight pictures, the next one at each tap anywhere. Load the namespace "tutorial" together with it. */
export function Tutorial({ pictures = [], onDone }: TutorialProps) {
  const { t } = useTranslation("tutorial");
  const id = useId();
  const [at, setAt] = useState(0);
  const [broken, setBroken] = useState(false);
  const step = STEPS[at] ?? STEPS[0];
  const last = at === STEPS.length - 1;
  const given = pictures.length === STEPS.length && !broken ? pictures[at] : undefined;
  return (
    <Modal
      className={css.tutorial}
      labelledBy={id}
      onClose={onDone}
      onTap={() => (last ? onDone() : setAt(at + 1))}
    >
      <img className={css.picture} src={given ?? step.picture} alt="" onError={() => setBroken(true)} />
      <div className={css.body}>
        <div aria-live="polite">
          <h2 className={text.t2} id={id}>
            {t(`${step.key}.title`)}
          </h2>
          <p className={css.words}>{t(`${step.key}.text`)}</p>
        </div>
        <div className={css.foot}>
          <div
            className={css.petals}
            role="img"
            aria-label={t("step", { step: at + 1, steps: STEPS.length })}
          >
            {STEPS.map(({ key }, place) => (
              <svg
                key={key}
                className={classes(css.petal, place <= at && css.done)}
                viewBox="-45 -106 90 104"
                width="11"
                height="13"
                aria-hidden="true"
              >
                <path d={PETAL} />
              </svg>
            ))}
          </div>
          {/* The dialog handles the tap, which bubbles up to it. */}
          <Button small>{last ? t("begin") : t("next")}</Button>
        </div>
      </div>
    </Modal>
  );
}
