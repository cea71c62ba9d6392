import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { UploadIcon } from "../../components/icons-desk";
import { part } from "../../components/part";
import { loadWords } from "../../i18n/i18n";
import text from "../../styles/text.module.css";
import type { Loading, LoadStep } from "./loading";

const LoadSteps = part(async () => {
  const [{ LoadSteps: steps }] = await Promise.all([import("./LoadSteps"), loadWords(["deskLoading"])]);
  return steps;
});

interface LoadButtonProps {
  list: Loading;
  /** What is loaded, where one screen has several lists. */
  name?: string;
}

/** The way in for a file of what a list shows. */
export function LoadButton({ list, name }: LoadButtonProps) {
  const { t } = useTranslation("desk");
  const [step, setStep] = useState<LoadStep>();
  return (
    <>
      <Button kind="quiet" small icon={<UploadIcon size={20} />} onClick={() => setStep({ at: "file" })}>
        {t("load")}
        {name && <span className={text.sr}> {name}</span>}
      </Button>
      {step && <LoadSteps list={list} step={step} onStep={setStep} onMissing={() => setStep(undefined)} />}
    </>
  );
}
