import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { QrCode } from "../../../kit/codes/QrCode";
import { showToast } from "../../../kit/dialog/Toaster";
import { QuietTill } from "../../../kit/loading/EmptyWork";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import { useErrorText } from "../../kit/errorText";
import { ListSection, Of } from "./ListSection";
import own from "./Outlets.module.css";
import {
  linkTill,
  outletsChanged,
  outletsQuery,
  revokeTill,
  type Till,
  tillsQuery,
  unlockTill,
  type WaitingTill,
} from "./outlets";
import { reachOf } from "./reach";
import { ChangeTillDialog, NewTillDialog } from "./TillDialog";

const TONES = { waiting: "pollen", enrolled: "leaf", revoked: "plain" } as const;

/** The tills of a partner: devices that award points. */
export function Tills({ partner, mayWrite }: { partner: string; mayWrite: boolean }) {
  const { t } = useTranslation("adminCounters");
  const say = useErrorText();
  const outlets = useQuery(outletsQuery(partner)).data ?? [];
  const tills = useQuery(tillsQuery(partner));
  const isGone = ({ state }: Till) => Number(state === "revoked");
  const [adding, setAdding] = useState(false);
  const [shown, setShown] = useState<WaitingTill>();
  const [revoking, setRevoking] = useState<Till>();
  const [changing, setChanging] = useState<Till>();
  const run = (work: Promise<unknown>, said?: string) =>
    work.then(
      () => {
        outletsChanged();
        if (said) showToast(said);
      },
      (error: unknown) => showToast(say(error), undefined, "note"),
    );
  return (
    <>
      <ListSection
        title={t("tills")}
        path={`/api/admin/partners/${partner}/tills`}
        none={t("noTills")}
        picture={<QuietTill />}
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
                <Button kind="text" small onClick={() => setChanging(till)}>
                  {t("changeTill")}
                  <Of>{till.name}</Of>
                </Button>
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
        <NewTillDialog
          outlets={outlets}
          onClose={() => setAdding(false)}
          onMade={(till) => {
            setAdding(false);
            setShown(till);
          }}
        />
      )}
      {changing && (
        <ChangeTillDialog till={changing} outlets={outlets} onClose={() => setChanging(undefined)} />
      )}
      {shown && <EnrolDialog till={shown} onClose={() => setShown(undefined)} />}
      {revoking && (
        <ActionDialog
          title={t("revokeTitle", { name: revoking.name })}
          submit={t("revoke")}
          busy={t("busy")}
          onClose={() => setRevoking(undefined)}
          act={async () => {
            await revokeTill(revoking._id);
            outletsChanged();
            showToast(t("revoked", { name: revoking.name }));
            setRevoking(undefined);
          }}
        >
          <p>{t("revokeText")}</p>
        </ActionDialog>
      )}
    </>
  );
}

function TillFacts({ till: { name, outletName, state, locked, lastSeen } }: { till: Till }) {
  const { t } = useTranslation("adminCounters");
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

/** The enrolment link and code for the device; shown once. */
export function EnrolDialog({ till: { link, code }, onClose }: { till: WaitingTill; onClose(): void }) {
  const { t } = useTranslation("adminCounters");
  const { t: common } = useTranslation("admin");
  const reach = reachOf(link);
  return (
    <AdminDialog
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
        {reach !== "everywhere" && (
          <Note tone="pollen">
            {t(`enrol.reach.${reach}`)}{" "}
            <a href="/docs/quick-start#on-a-phone" target="_blank" rel="noopener">
              {t("enrol.reach.how")}
            </a>
          </Note>
        )}
      </div>
    </AdminDialog>
  );
}
