import { HeldDialog } from "./HeldDialog";
import { LoadDialog } from "./LoadDialog";
import type { Loading, LoadStep } from "./loading";
import { SecretsDialog } from "./SecretsDialog";

interface LoadStepsProps {
  list: Loading;
  step: LoadStep;
  onStep(next: LoadStep | undefined): void;
}

/** A file on its way in, and what is to be said of it afterwards. */
export function LoadSteps({ list, step, onStep }: LoadStepsProps) {
  const close = () => onStep(undefined);
  if (step.at === "held") return <HeldDialog held={step.held} rest={step.rest} onClose={close} />;
  if (step.at === "secrets") return <SecretsDialog of={step.of} secrets={step.secrets} onClose={close} />;
  return <LoadDialog list={list} onStep={onStep} />;
}
