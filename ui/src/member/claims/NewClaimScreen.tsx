import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useNavigate } from "react-router";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { ApiProblem } from "../../api/problem";
import { Button } from "../../kit/buttons/Button";
import { showToast } from "../../kit/dialog/Toaster";
import { useForm } from "../../kit/form/useForm";
import { FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { type ClaimAboutState, claimPath, withBack, withoutBar } from "../../shared/paths";
import css from "./Claims.module.css";
import { amountOf, DAYS_TO_CLAIM, failureText, sendClaim, sendPhoto, today } from "./claims";
import { type ChosenPhoto, PhotoSlot } from "./PhotoSlot";
import { NoteField, PurchaseFields, type PurchaseForm } from "./PurchaseFields";

const EMPTY: PurchaseForm = { partner: "", day: "", amountHkd: "", receipt: "", note: "" };
/** Storage key of the draft that survives a reload. A draft from a receipt has its own. */
const KEPT = "claim";

/** The fields that the receipt fills from which the member came. */
function useReceipt(): { kept: string; known: Partial<PurchaseForm> } {
  const state: Partial<ClaimAboutState> | null = useLocation().state;
  const about = state?.claimAbout;
  if (!about) return { kept: KEPT, known: {} };
  const { transaction, created, ...known } = about;
  return { kept: `${KEPT}:${transaction}`, known: { ...known, day: today(new Date(created)) } };
}

/** Asks for the points of a purchase that gave none. */
export function NewClaimScreen() {
  const { t } = useTranslation("claims");
  const navigate = useNavigate();
  const id = useId();
  const { kept, known } = useReceipt();
  const before = useSavedDraft<PurchaseForm>(kept);
  const [photo, setPhoto] = useState<ChosenPhoto>();
  const [refused, setRefused] = useState<{ error: unknown; values: PurchaseForm }>();
  const form = useForm<PurchaseForm, "partner" | "day" | "amount">({
    initial: { ...EMPTY, ...known, ...before },
    check: ({ partner, day, amountHkd }) => ({
      ...(partner ? {} : { partner: "partner" as const }),
      ...(day ? {} : { day: "day" as const }),
      ...(amountOf(amountHkd) ? {} : { amountHkd: "amount" as const }),
    }),
    submit: async (values) => {
      setRefused(undefined);
      try {
        const { partner, day, receipt, note } = values;
        const amountHkd = amountOf(values.amountHkd) ?? "";
        const made = await sendClaim({ partner, day, amountHkd, receipt: receipt.trim(), note });
        const lost =
          photo && !made.alreadyMade && (await sendPhoto(made.claim._id, photo.blob).catch(() => true));
        showToast(t(made.alreadyMade ? "already" : lost ? "sentWithoutPhoto" : "sent"));
        navigate(claimPath(made.claim._id), { replace: true, state: { ...withBack, ...withoutBar } });
      } catch (error) {
        setRefused({ error, values });
      }
    },
  });
  const { values } = form;
  const touched = Object.entries(values).some(([, value]) => value !== "");
  useMemberDraft(kept, touched ? values : undefined);
  const problems = refused?.error instanceof ApiProblem ? refused.error.errors : [];
  const error = (name: keyof PurchaseForm & string) => {
    const key = form.error(name);
    if (key) return t(`errors.${key}`);
    // The server's error stays at the refused value until the member changes it.
    const said = problems.find(({ field }) => field === name)?.message;
    return said && refused?.values[name] === values[name] ? said : undefined;
  };
  return (
    <Screen
      title={t("title")}
      info={<p>{t("info")}</p>}
      footer={
        <Button type="submit" form={id} block busy={form.busy && t("sending")}>
          {t("send")}
        </Button>
      }
    >
      <p className={text.soft}>{t("lead")}</p>
      <form id={id} className={css.form} noValidate onSubmit={form.onSubmit}>
        <PurchaseFields field={form.field} error={error} />
        <PhotoSlot photo={photo} onChange={setPhoto} />
        <NoteField
          {...form.field("note")}
          label={t("note")}
          hint={t("within", { count: DAYS_TO_CLAIM })}
          error={error("note")}
        />
        {refused && problems.length === 0 && (
          <FailedNote>{failureText(refused.error, t("offline"))}</FailedNote>
        )}
      </form>
    </Screen>
  );
}
