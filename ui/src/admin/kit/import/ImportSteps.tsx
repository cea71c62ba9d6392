import { ImportDialog } from "./ImportDialog";
import type { ImportList, ImportStep } from "./import";
import { NotUndoneDialog } from "./NotUndoneDialog";
import { SecretsDialog } from "./SecretsDialog";

interface ImportStepsProps {
  list: ImportList;
  step: ImportStep;
  onStep(next: ImportStep | undefined): void;
}

/** The dialogs of an import, by its step. */
export function ImportSteps({ list, step, onStep }: ImportStepsProps) {
  const close = () => onStep(undefined);
  if (step.at === "held") return <NotUndoneDialog held={step.held} rest={step.rest} onClose={close} />;
  if (step.at === "secrets") return <SecretsDialog of={step.of} secrets={step.secrets} onClose={close} />;
  return <ImportDialog list={list} onStep={onStep} />;
}
