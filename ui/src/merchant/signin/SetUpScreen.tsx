import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Camera } from "../kit/Camera";
import { showTill, type Till } from "../kit/till";
import { useScanner } from "../kit/useScanner";
import { CodeStep } from "./CodeStep";
import { nameSent, openEnrolment } from "./enrolment";
import { addressElsewhere } from "./InsecureNote";
import { LinkEnded } from "./LinkEnded";
import { NameStep } from "./NameStep";
import { OpenElsewhere } from "./OpenElsewhere";
import css from "./SetUp.module.css";
import { SetUpPage } from "./SetUpPage";
import { codeIn, tillLinkQuery } from "./tillLink";

interface SetUpScreenProps {
  /** The one-time code of the link that was opened; empty if the device was opened without one. */
  code: string;
  /** The till that this device is already; null if it is none. */
  till: Till | null;
  onDone(): void;
}

/** Makes this device a till in numbered steps: a link or its code, a name, and then the sign-in. */
export function SetUpScreen({ code: opened, till, onDone }: SetUpScreenProps) {
  const { t } = useTranslation("counter");
  // After a reload without an answer the device goes on with its own code.
  const [code, setCode] = useState(() => opened || (openEnrolment()?.code ?? ""));
  const [isScanning, setScanning] = useState(false);
  const { data, error, isFetching, refetch } = useQuery(tillLinkQuery(code));
  const open = (next: string) => {
    setScanning(false);
    if (next === code) void refetch();
    else setCode(next);
  };
  // A scanner is a keyboard: it may send a code while no field has the focus.
  useScanner(!isScanning && data?.state !== "fresh", (text) => open(codeIn(text)));
  if (isScanning)
    return (
      <SetUpPage link={undefined}>
        <div className={css.form}>
          <h1>{t("enrol.scan")}</h1>
          <p className={css.clock}>{t("enrol.scanText")}</p>
          <Camera
            title={t("enrol.scanTitle")}
            typed={{
              action: t("enrol.type"),
              label: t("enrol.code"),
              hint: t("enrol.hint"),
              required: t("enrol.required"),
              submit: t("enrol.next"),
            }}
            on
            busy={false}
            onText={(text) => open(codeIn(text))}
          />
          <Button kind="text" onClick={() => setScanning(false)}>
            {t("enrol.back")}
          </Button>
        </div>
      </SetUpPage>
    );
  const link = isFetching && data?.state !== "fresh" ? undefined : data;
  // A used link may have been used by this device, whose answer was lost.
  const isOpen = link?.state === "fresh" || (link?.state === "used" && nameSent(code) !== undefined);
  const elsewhere = link && addressElsewhere(link.publicUrl);
  return (
    <SetUpPage link={link}>
      {!link ? (
        <CodeStep
          key={code}
          code={code}
          busy={isFetching}
          error={isFetching ? null : error}
          onCode={open}
          onScan={() => setScanning(true)}
        />
      ) : isOpen && elsewhere ? (
        <OpenElsewhere code={code} address={elsewhere} />
      ) : isOpen ? (
        <NameStep code={code} link={link} before={till} onDone={onDone} onEnded={() => void refetch()} />
      ) : (
        <LinkEnded
          link={link}
          till={till}
          onScan={() => setScanning(true)}
          onType={() => setCode("")}
          onStay={() => {
            if (till) showTill(till);
            onDone();
          }}
        />
      )}
    </SetUpPage>
  );
}
