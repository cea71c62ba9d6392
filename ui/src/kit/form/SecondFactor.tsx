import { useState } from "react";
import { Button } from "../buttons/Button";
import { Field } from "./Field";
import { OneTimeCode } from "./OneTimeCode";

interface SecondFactorProps {
  name: string;
  value: string;
  onChange(code: string): void;
  error: string | undefined;
  /** The texts of the screen that asks for it. */
  say(key: "code" | "codeHint" | "recovery" | "recoveryHint" | "useCode" | "useRecovery"): string;
}

/** The second factor of staff: six digits of an authenticator app, or a recovery code. */
export function SecondFactor({ say, ...field }: SecondFactorProps) {
  const [recovery, setRecovery] = useState(false);
  return (
    <div>
      {recovery ? (
        <Field {...field} label={say("recovery")} hint={say("recoveryHint")} autoComplete="off" required />
      ) : (
        <OneTimeCode {...field} label={say("code")} hint={say("codeHint")} required />
      )}
      <Button
        kind="text"
        small
        onClick={() => {
          field.onChange("");
          setRecovery(!recovery);
        }}
      >
        {say(recovery ? "useCode" : "useRecovery")}
      </Button>
    </div>
  );
}
