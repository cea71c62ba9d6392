import { useId } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { FieldHint } from "../../kit/form/FieldFrame";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { ShieldIcon } from "../../kit/icons/icons-member";
import { Blossom } from "../../kit/screen/Blossom";
import layout from "../../kit/styles/layout.module.css";
import css from "./CaptchaCheck.module.css";
import type { CaptchaState } from "./useCaptcha";

/** Captcha checkbox «I'm a person». Ticking it starts a proof of work on the device, not a puzzle. */
export function CaptchaCheck({ state, onTick }: { state: CaptchaState; onTick(): void }) {
  const { t } = useTranslation("signup");
  const id = useId();
  const proving = state === "proving";
  const proven = state === "proven";
  return (
    <div className={layout.card}>
      <label className={css.row}>
        <input
          type="checkbox"
          name="captcha"
          // Mixed while the proof is computed. Cannot be unticked once proven.
          checked={proven}
          aria-checked={proving ? "mixed" : proven}
          aria-busy={proving ? true : undefined}
          aria-invalid={state === "failed" ? true : undefined}
          aria-describedby={state === "failed" ? `${id}-hint` : undefined}
          onChange={(event) => {
            event.currentTarget.checked = proven;
            if (!proving && !proven) onTick();
          }}
        />
        <i className={classes(css.mark, proving && css.busy, proven && css.done)}>
          {proving ? <Blossom size={24} stamens={false} className={css.spin} /> : <CheckIcon size={16} />}
        </i>
        <span className={css.words}>
          <span className={css.title}>{t("person.label")}</span>
          <span className={css.line} role="status">
            {t(`person.${state === "failed" ? "unproven" : state}`)}
          </span>
        </span>
        <ShieldIcon size={26} petal />
      </label>
      {state === "failed" && (
        <div className={css.failed}>
          <FieldHint id={`${id}-hint`} hint={undefined} ok={undefined} error={t("person.failed")} />
        </div>
      )}
    </div>
  );
}
