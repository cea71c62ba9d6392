import { useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/buttons/Button";
import { MinusIcon, PlusIcon } from "../../kit/icons/icons-admin";
import text from "../../kit/styles/text.module.css";
import { amountOf, type CarbonFactor, stepped } from "./carbon";

interface ActionStepsProps {
  factor: CarbonFactor;
  name: string;
  typed: string;
  /** The hint of the field, below the number. */
  hint: string | undefined;
  disabled: boolean;
  onChange(typed: string): void;
}

/** − and + in the field of an action. They stop at 0 and at the factor's limit. */
export function ActionSteps({ factor, name, typed, hint, disabled, onChange }: ActionStepsProps) {
  const { t } = useTranslation("counter");
  const [pressed, setPressed] = useState<string>();
  const step = (by: 1 | -1) => {
    const next = stepped(factor, typed, by);
    setPressed(next);
    onChange(next);
  };
  return (
    <>
      <IconButton
        label={t("carbon.fewer", { name })}
        spent={amountOf(typed) === 0}
        disabled={disabled}
        onClick={() => step(-1)}
      >
        <MinusIcon />
      </IconButton>
      <IconButton
        label={t("carbon.more", { name })}
        spent={amountOf(typed) >= Number(factor.most)}
        disabled={disabled}
        onClick={() => step(1)}
      >
        <PlusIcon />
      </IconButton>
      {/* A press leaves the focus on the button, where a screen reader does not read the number. */}
      <span className={text.sr} role="status">
        {pressed === typed ? [amountOf(typed), hint].filter((part) => part !== undefined).join(". ") : ""}
      </span>
    </>
  );
}
