import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { shrinkPhoto } from "../../../device/shrinkPhoto";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { allOf, partners } from "../../kit/editor/kinds";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { FilePick } from "../../kit/FilePick";
import { DayField, Select, TextArea } from "../../kit/Inputs";
import { adminPaths, recordPath } from "../../paths";
import { FindMember } from "../FindMember";
import { claimDecided, fileClaim, sendClaimPhoto } from "./claims";

const EMPTY = { partner: "", day: "", amountHkd: "", receipt: "", note: "" };
const REQUIRED = ["partner", "day", "amountHkd"] as const;

interface Chosen {
  id: string;
  name: string;
}

/** Makes a claim in a member's name, with a photo if there is one, and opens it. */
export function FileClaim({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const navigate = useNavigate();
  const say = useErrorText();
  const shops = useQuery(allOf(partners)).data ?? [];
  const [member, setMember] = useState<Chosen>();
  const [photo, setPhoto] = useState<{ name: string; blob: Blob }>();
  const [unreadable, setUnreadable] = useState(false);
  const [error, setError] = useState<unknown>();
  const refused = fieldErrors(error);
  const form = useForm<typeof EMPTY, "required">({
    initial: EMPTY,
    check: (values) =>
      Object.fromEntries(REQUIRED.flatMap((name) => (values[name] ? [] : [[name, "required"]]))),
    submit: async (values) => {
      if (!member) return;
      setError(undefined);
      try {
        const { claim, alreadyMade } = await fileClaim({ member: member.id, ...values });
        const lost =
          photo &&
          !alreadyMade &&
          (await sendClaimPhoto(claim._id, photo.blob).then(
            () => false,
            () => true,
          ));
        claimDecided();
        showToast(t(alreadyMade ? "file.already" : lost ? "file.doneWithoutPhoto" : "file.done"));
        navigate(recordPath(adminPaths.claims, claim._id));
      } catch (failure) {
        setError(failure);
      }
    },
  });
  const at = (name: keyof typeof EMPTY) => {
    const { value, onChange } = form.field(name);
    return { name, value, onChange, error: form.error(name) ? t("file.required") : refused[name] };
  };
  const choose = async (file: File) => {
    const blob = await shrinkPhoto(file);
    setUnreadable(!blob);
    setPhoto(blob && { name: file.name, blob });
  };
  return (
    <FormDialog
      title={t("file.title")}
      submit={t("file.submit")}
      busy={form.busy && t("file.busy")}
      disabled={!member}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p className={css.soft}>{t("file.text")}</p>
      {member ? (
        <p>
          <b>{member.name}</b>{" "}
          <Button kind="text" small onClick={() => setMember(undefined)}>
            {t("file.other")}
          </Button>
        </p>
      ) : (
        <FindMember but="" onChoose={(id, name) => setMember({ id, name })} />
      )}
      <Select
        {...at("partner")}
        label={t("partner")}
        required
        options={[
          { value: "", label: t("file.choosePartner") },
          ...shops.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
        ]}
      />
      <DayField {...at("day")} label={t("day")} required />
      <Field
        {...at("amountHkd")}
        label={t("approve.amount")}
        required
        affix="HK$"
        inputMode="decimal"
        autoComplete="off"
        verbatim
        maxLength={12}
      />
      <Field
        {...at("receipt")}
        label={t("receipt")}
        aside={t("optional")}
        autoComplete="off"
        verbatim
        maxLength={64}
      />
      <TextArea {...at("note")} label={t("file.note")} aside={t("optional")} rows={3} maxLength={300} />
      <FilePick name="photo" accept="image/*" onPick={(file) => void choose(file)}>
        {photo ? photo.name : t("file.photo")}
      </FilePick>
      {unreadable && <Note tone="plum">{t("file.unreadable")}</Note>}
      {error !== undefined && Object.keys(refused).length === 0 && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
