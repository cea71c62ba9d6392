import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { UploadIcon } from "../../components/icons-desk";
import { loadWords } from "../../i18n/i18n";
import text from "../../styles/text.module.css";
import type { Loading } from "./loading";

const LoadDialog = lazy(async () => {
  const [{ LoadDialog: dialog }] = await Promise.all([import("./LoadDialog"), loadWords(["deskLoading"])]);
  return { default: dialog };
});

interface LoadButtonProps {
  list: Loading;
  /** What is loaded, where one screen has several lists. */
  name?: string;
}

/** The way in for a file of what a list shows. */
export function LoadButton({ list, name }: LoadButtonProps) {
  const { t } = useTranslation("desk");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" small icon={<UploadIcon size={20} />} onClick={() => setOpen(true)}>
        {t("load")}
        {name && <span className={text.sr}> {name}</span>}
      </Button>
      {open && (
        <Suspense>
          <LoadDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
