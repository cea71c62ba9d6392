import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Badge } from "../../components/Paper";
import { QrCode } from "../../components/QrCode";
import { showToast } from "../../components/Toaster";
import { formatDateTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { AskDialog } from "../components/AskDialog";
import { CopyButton } from "../components/CopyButton";
import { DeskDialog } from "../components/DeskDialog";
import { Select } from "../components/Inputs";
import { useTrouble } from "../components/trouble";
import css from "../desk.module.css";
import own from "./Counters.module.css";
import {
  addTill,
  countersChanged,
  linkTill,
  outletsQuery,
  revokeTill,
  type Till,
  tillsQuery,
  unlockTill,
  type WaitingTill,
} from "./counters";
import { KeepDialog } from "./KeepDialog";
import { Of, Part } from "./Part";

const TONES = { waiting: "pollen", enrolled: "leaf", revoked: "plain" } as const;

/** The devices at which points are awarded. */
export function Tills({ partner, mayWrite }: { partner: string; mayWrite: boolean }) {
  const { t } = useTranslation("deskCounters");
  const say = useTrouble();
  const outlets = useQuery(outletsQuery(partner)).data ?? [];
  const tills = useQuery(tillsQuery(partner));
  const isGone = ({ state }: Till) => Number(state === "revoked");
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<WaitingTill>();
  const [revoking, setRevoking] = useState<Till>();
  const run = (deed: Promise<unknown>, said?: string) =>
    deed.then(
      () => {
        countersChanged();
        if (said) showToast(said);
      },
      (error: unknown) => showToast(say(error), undefined, "note"),
    );
  return (
    <>
      <Part
        title={t("tills")}
        path={`/api/admin/partners/${partner}/tills`}
        none={t("noTills")}
        of={{ ...tills, data: tills.data?.toSorted((a, b) => isGone(a) - isGone(b)) }}
        add={
          mayWrite &&
          outlets.length > 0 && (
            <Button kind="quiet" small onClick={() => setAdding(true)}>
              {t("addTill")}
            </Button>
          )
        }
        row={(till) => (
          <>
            <TillFacts till={till} />
            {mayWrite && till.state !== "revoked" && (
              <>
                {till.locked && (
                  <Button
                    kind="text"
                    small
                    onClick={() => void run(unlockTill(till._id), t("unlocked", { name: till.name }))}
                  >
                    {t("unlock")}
                    <Of>{till.name}</Of>
                  </Button>
                )}
                <Button kind="text" small onClick={() => void run(linkTill(till._id).then(setShown))}>
                  {t("link")}
                  <Of>{till.name}</Of>
                </Button>
                <Button kind="text" small onClick={() => setRevoking(till)}>
                  {t("revoke")}
                  <Of>{till.name}</Of>
                </Button>
              </>
            )}
          </>
        )}
      />
      {adding && (
        <TillDialog
          outlets={outlets}
          onClose={() => setAdding(false)}
          onMade={(till) => {
            setAdding(false);
            setShown(till);
          }}
        />
      )}
      {shown && <EnrolDialog till={shown} onClose={() => setShown(undefined)} />}
      {revoking && (
        <AskDialog
          title={t("revokeTitle", { name: revoking.name })}
          submit={t("revoke")}
          busy={t("busy")}
          onClose={() => setRevoking(undefined)}
          act={async () => {
            await revokeTill(revoking._id);
            countersChanged();
            showToast(t("revoked", { name: revoking.name }));
            setRevoking(undefined);
          }}
        >
          <p>{t("revokeText")}</p>
        </AskDialog>
      )}
    </>
  );
}

function TillFacts({ till: { name, outletName, state, locked, lastSeen } }: { till: Till }) {
  const { t } = useTranslation("deskCounters");
  const language = useLanguage();
  return (
    <>
      <span>
        {name}
        <span className={css.two}>
          {localized(outletName, language)} · {t("seen")}:{" "}
          {lastSeen ? formatDateTime(lastSeen, language) : t("never")}
        </span>
      </span>
      <Badge tone={locked ? "plum" : TONES[state]}>{t(`states.${locked ? "locked" : state}`)}</Badge>
    </>
  );
}

interface TillDialogProps {
  outlets: readonly { _id: string; name: { en: string; zh?: string; zhhk?: string } }[];
  onClose(): void;
  onMade(till: WaitingTill): void;
}

function TillDialog({ outlets, onClose, onMade }: TillDialogProps) {
  const { t } = useTranslation("deskCounters");
  const language = useLanguage();
  const [name, setName] = useState("");
  const [outlet, setOutlet] = useState(outlets[0]?._id ?? "");
  return (
    <KeepDialog
      title={t("addTill")}
      submit={t("keepTill")}
      sound={name.trim() !== ""}
      onClose={onClose}
      keep={async () => {
        const made = await addTill(outlet, name.trim());
        countersChanged();
        onMade(made);
      }}
    >
      {(wrong) => (
        <>
          <Select<string>
            name="outlet"
            label={t("tillAt")}
            value={outlet}
            options={outlets.map((one) => ({ value: one._id, label: localized(one.name, language) }))}
            onChange={setOutlet}
          />
          <Field
            name="till"
            label={t("tillName")}
            value={name}
            maxLength={60}
            required
            autoComplete="off"
            error={wrong ? t("required") : undefined}
            onChange={setName}
          />
        </>
      )}
    </KeepDialog>
  );
}

/** How the device gets there; shown once. */
function EnrolDialog({ till: { link, code }, onClose }: { till: WaitingTill; onClose(): void }) {
  const { t } = useTranslation("deskCounters");
  const { t: common } = useTranslation("desk");
  return (
    <DeskDialog
      title={t("enrol.title")}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={link} label={t("enrol.copy")} />
          <Button small onClick={onClose}>
            {common("done")}
          </Button>
        </>
      }
    >
      <div className={own.enrol}>
        <p>{t("enrol.text")}</p>
        <QrCode text={link} label={t("enrol.qr")} size={200} />
        <a className={own.address} href={link}>
          {link}
        </a>
        <p>{t("enrol.code")}</p>
        <b>{code}</b>
      </div>
    </DeskDialog>
  );
}
