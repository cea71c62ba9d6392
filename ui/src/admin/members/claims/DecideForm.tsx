import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { queryClient } from "../../../api/queries";
import type { Language } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { Select, TextArea } from "../../kit/Inputs";
import { useLetterKeys } from "../../kit/keys";
import { useAction } from "../../kit/useAction";
import { adminPaths, recordPath } from "../../paths";
import { type AnswerProps, ApproveForm } from "./ApproveForm";
import { useTake } from "./Assign";
import { type AdminClaim, claimDecided, placeQuery, REASONS, type Reason, refuseClaim } from "./claims";
import { Key } from "./Key";
import { RefusalPreview } from "./RefusalPreview";

/** The two answers to a claim. After one of them the next claim opens that waits and that nobody else has. */
export function DecideForm({ claim, language }: { claim: AdminClaim; language: Language }) {
  const { t } = useTranslation("adminClaims");
  const navigate = useNavigate();
  const take = useTake();
  const approve = useRef<HTMLFormElement>(null);
  const refuse = useRef<HTMLFormElement>(null);
  useLetterKeys({
    a: () => approve.current?.requestSubmit(),
    r: () => refuse.current?.requestSubmit(),
    m: () => take([claim._id]),
  });
  const leave = async (words: string) => {
    claimDecided();
    const place = await queryClient
      .fetchQuery({ ...placeQuery(claim._id), staleTime: 0 })
      .catch(() => undefined);
    showToast(place && !place.free ? `${words} ${t("noneLeft")}` : words);
    navigate(place?.free ? recordPath(adminPaths.claims, place.free) : adminPaths.claims);
  };
  return (
    <>
      <ApproveForm claim={claim} form={approve} onDone={leave} />
      <Refuse claim={claim} language={language} form={refuse} onDone={leave} />
    </>
  );
}

function Refuse({ claim, language, form, onDone }: AnswerProps & { language: Language }) {
  const { t } = useTranslation(["adminClaims", "admin"]);
  const say = useErrorText();
  const [reason, setReason] = useState<Reason | "">("");
  const [missing, setMissing] = useState(false);
  const [reply, setReply] = useState("");
  const { busy, error, run } = useAction();
  const refuse = () => {
    if (!reason) {
      setMissing(true);
      form.current?.querySelector("select")?.focus();
      return;
    }
    return run(async () => {
      await refuseClaim(claim._id, reason, reply.trim());
      await onDone(t("refuse.done", { number: claim.number }));
    });
  };
  return (
    <form
      ref={form}
      className={css.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void refuse();
      }}
    >
      <h2>{t("refuse.title")}</h2>
      {claim.askedAgain && <Note>{t("refuse.final")}</Note>}
      <Select<Reason | "">
        name="reason"
        label={t("refuse.reason")}
        hint={t("refuse.reasonHint")}
        required
        value={reason}
        options={[
          { value: "", label: t("refuse.choose") },
          ...REASONS.map((value) => ({ value, label: t(`reasons.${value}`) })),
        ]}
        onChange={setReason}
        error={missing && !reason ? t("refuse.missing") : undefined}
      />
      <TextArea
        name="reply"
        label={t("refuse.reply")}
        hint={t("refuse.replyHint", { language: t(`admin:languages.${language}`) })}
        aside={reason === "other" ? undefined : t("optional")}
        required={reason === "other"}
        rows={3}
        maxLength={500}
        value={reply}
        onChange={setReply}
        error={fieldErrors(error).reply}
      />
      {reason && <RefusalPreview claim={claim} language={language} reason={reason} reply={reply.trim()} />}
      {error !== undefined && !fieldErrors(error).reply && <Note tone="plum">{say(error)}</Note>}
      <Button type="submit" kind="refuse" small block busy={busy && t("refuse.busy")}>
        {t("refuse.title")}
        <Key of="R" />
      </Button>
    </form>
  );
}
