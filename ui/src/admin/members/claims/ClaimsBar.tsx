import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog, FormDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";
import { SelectionBar } from "../../kit/SelectionBar";
import { useAction } from "../../kit/useAction";
import { useMay } from "../../session";
import { AssignDialog } from "./Assign";
import { type AdminClaim, approveClaims, type BulkOutcome, claimDecided } from "./claims";
import { Findings } from "./Findings";

interface ClaimsBarProps {
  chosen: readonly AdminClaim[];
  onClear(): void;
}

const sum = (claims: readonly AdminClaim[]) => claims.reduce((total, { points }) => total + points, 0);

/** Assigns or approves the chosen claims. Those with a finding against them are left out and named. */
export function ClaimsBar({ chosen, onClear }: ClaimsBarProps) {
  const { t } = useTranslation("adminClaims");
  const gives = useMay("adjustPoints");
  const [asking, setAsking] = useState<"approve" | "assign">();
  const [left, setLeft] = useState<readonly Left[]>([]);
  const fit = chosen.filter(({ needsALook }) => !needsALook);
  const close = () => setAsking(undefined);
  const approved = (outcomes: readonly BulkOutcome[]) => {
    close();
    const refused = outcomes.filter((one) => !one.done);
    const done = outcomes.length - refused.length;
    if (done > 0) showToast(t("bulk.done", { count: done }));
    claimDecided();
    const found = refused.flatMap((one) => {
      const claim = chosen.find(({ _id }) => _id === one._id);
      return claim ? [{ claim, code: one.code }] : [];
    });
    setLeft(found);
    if (found.length === 0) onClear();
  };
  return (
    <>
      <SelectionBar
        label={t("bulk.selection")}
        selected={t("bulk.selected", { count: chosen.length, points: formatPoints(sum(chosen)) })}
        actions={[
          { key: "clear", label: t("bulk.clear"), act: onClear },
          { key: "assign", label: t("assign.open"), act: () => setAsking("assign") },
          ...(gives
            ? [
                {
                  key: "approve",
                  label: t("bulk.approve", { count: fit.length }),
                  main: true,
                  act: () => setAsking("approve"),
                },
              ]
            : []),
        ]}
      />
      {asking === "assign" && (
        <AssignDialog
          ids={chosen.map(({ _id }) => _id)}
          onClose={close}
          onDone={() => {
            close();
            onClear();
          }}
        />
      )}
      {asking === "approve" && <ApproveDialog chosen={chosen} onClose={close} onDone={approved} />}
      {left.length > 0 && (
        <AdminDialog
          alert
          title={t("bulk.leftOut", { count: left.length })}
          onClose={() => setLeft([])}
          actions={
            <Button small onClick={() => setLeft([])}>
              {t("bulk.seen")}
            </Button>
          }
        >
          <LeftOut left={left} />
        </AdminDialog>
      )}
    </>
  );
}

interface Left {
  claim: AdminClaim;
  /** The server's reason; absent for a claim with a finding against it. */
  code?: string | null | undefined;
}

const CODES = [
  "claim_needs_a_look",
  "approval_needed",
  "claim_decided",
  "receipt_already_used",
  "award_cap_reached",
  "amount_too_small",
] as const;

/** Claims that are not approved with the others, each with its reason. */
function LeftOut({ left }: { left: readonly Left[] }) {
  const { t } = useTranslation("adminClaims");
  return (
    <ul className={css.rows}>
      {left.map(({ claim, code = "claim_needs_a_look" }) => (
        <li key={claim._id}>
          <b>{claim.number}</b>
          <span className={css.two}>{t(`bulk.why.${CODES.find((one) => one === code) ?? "other"}`)}</span>
          {code === "claim_needs_a_look" && <Findings claim={claim} against />}
        </li>
      ))}
    </ul>
  );
}

interface ApproveDialogProps {
  chosen: readonly AdminClaim[];
  onClose(): void;
  onDone(outcomes: readonly BulkOutcome[]): void;
}

function ApproveDialog({ chosen, onClose, onDone }: ApproveDialogProps) {
  const { t } = useTranslation("adminClaims");
  const say = useErrorText();
  const { busy, error, run } = useAction();
  const fit = chosen.filter(({ needsALook }) => !needsALook);
  const left = chosen.filter(({ needsALook }) => needsALook).map((claim) => ({ claim }));
  const approve = () =>
    run(async () => {
      onDone(await approveClaims(fit.map(({ _id }) => _id)));
    });
  return (
    <FormDialog
      title={t("bulk.title", { count: fit.length })}
      submit={t("approve.submit", { count: sum(fit), points: formatPoints(sum(fit)) })}
      kind="points"
      busy={busy && t("approve.busy")}
      disabled={fit.length === 0}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void approve();
      }}
    >
      <p>{t("bulk.text")}</p>
      {left.length > 0 && (
        <section>
          <h3>{t("bulk.leftOut", { count: left.length })}</h3>
          <LeftOut left={left} />
        </section>
      )}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
