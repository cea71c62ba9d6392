import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { UserIcon } from "../../../kit/icons/icons-basic";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { Select } from "../../kit/Inputs";
import { useAction } from "../../kit/useAction";
import { useMay, useMe } from "../../session";
import own from "./Claims.module.css";
import { type AdminClaim, assignClaims, staffQuery } from "./claims";
import { Key } from "./Key";

/** Gives claims to the signed-in person. */
export function useTake() {
  const { t } = useTranslation("adminClaims");
  const me = useMe();
  const say = useErrorText();
  return (ids: readonly string[]) => {
    assignClaims(ids, me._id).then(
      (outcomes) => {
        const done = outcomes.filter((one) => one.done).length;
        if (done > 0) showToast(t("assign.taken", { count: done }));
        else showToast(t("assign.decided"), undefined, "note");
      },
      (error: unknown) => showToast(say(error), undefined, "note"),
    );
  };
}

/** The name of the person who looks after a claim of the list, or a button that takes the claim. */
export function TakeButton({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  const take = useTake();
  const decides = useMay("proposePoints");
  if (claim.assignedTo) return <>{claim.assignedTo.name}</>;
  if (!decides) return <>–</>;
  return (
    <button
      type="button"
      className={`${css.above} ${own.take}`}
      aria-label={t("assign.takeOne", { number: claim.number })}
      onClick={() => take([claim._id])}
    >
      {t("assign.take")}
    </button>
  );
}

/** The two ways to assign the claim of a page: to oneself, and to another person. */
export function AssignButtons({ claim }: { claim: AdminClaim }) {
  const { t } = useTranslation("adminClaims");
  const me = useMe();
  const take = useTake();
  const [choosing, setChoosing] = useState(false);
  return (
    <>
      {claim.assignedTo?._id !== me._id && (
        <Button kind="quiet" small icon={<UserIcon size={20} />} onClick={() => take([claim._id])}>
          {t("assign.mine")}
          <Key of="M" />
        </Button>
      )}
      <Button kind="quiet" small onClick={() => setChoosing(true)}>
        {t("assign.open")}
      </Button>
      {choosing && (
        <AssignDialog
          ids={[claim._id]}
          holder={claim.assignedTo?._id}
          onClose={() => setChoosing(false)}
          onDone={() => setChoosing(false)}
        />
      )}
    </>
  );
}

interface AssignDialogProps {
  ids: readonly string[];
  /** The id of the present assignee of the claims. */
  holder?: string | undefined;
  onClose(): void;
  onDone(): void;
}

/** Gives claims to a member of staff of choice, or to nobody. */
export function AssignDialog({ ids, holder = "", onClose, onDone }: AssignDialogProps) {
  const { t } = useTranslation("adminClaims");
  const say = useErrorText();
  const me = useMe();
  const staff = useQuery(staffQuery()).data ?? [];
  const [chosen, setChosen] = useState(holder);
  const { busy, error, run } = useAction();
  const refused = fieldErrors(error);
  const assign = () =>
    run(async () => {
      const outcomes = await assignClaims(ids, chosen || null);
      const late = outcomes.filter((one) => !one.done).length;
      showToast(t(late > 0 ? "assign.someDecided" : "assign.done", { count: outcomes.length - late }));
      onDone();
    });
  const name = (one: { _id: string; name: string }) =>
    one._id === me._id ? t("assign.me", { name: one.name }) : one.name;
  return (
    <FormDialog
      title={t("assign.title", { count: ids.length })}
      submit={t("assign.do")}
      busy={busy && t("assign.busy")}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void assign();
      }}
    >
      <Select
        name="staff"
        label={t("assign.to")}
        hint={t("assign.hint")}
        value={chosen}
        options={[
          { value: "", label: t("assign.nobody") },
          ...staff.map((one) => ({ value: one._id, label: name(one) })),
        ]}
        onChange={setChosen}
        error={refused.staff}
      />
      {error !== undefined && !refused.staff && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
