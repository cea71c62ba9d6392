import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "../../../i18n/i18n";
import { Button } from "../../../kit/buttons/Button";
import { UploadIcon } from "../../../kit/icons/icons-admin";
import { lazyComponent } from "../../../kit/loading/lazyComponent";
import text from "../../../kit/styles/text.module.css";
import type { ImportList, ImportStep } from "./import";

const LoadSteps = lazyComponent(async () => {
  const [{ ImportSteps: steps }] = await Promise.all([import("./ImportSteps"), loadWords(["adminLoading"])]);
  return steps;
});

interface ImportButtonProps {
  list: ImportList;
  /** Names the list, if a screen has several. */
  name?: string;
}

/** The button that imports a file into a list. */
export function ImportButton({ list, name }: ImportButtonProps) {
  const { t } = useTranslation("admin");
  const [step, setStep] = useState<ImportStep>();
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
