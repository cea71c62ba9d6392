import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../../api/programme";
import type { Language } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { ErrorState } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { EditorPage } from "../../kit/editor/EditorPage";
import { type Partner, partners, type Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete, withText } from "../../kit/editor/localized";
import { NameField } from "../../kit/editor/NameField";
import { PictureField } from "../../kit/editor/PictureField";
import { RecordLoader } from "../../kit/editor/RecordLoader";
import { useRecordForm } from "../../kit/editor/useRecordForm";
import { TextArea } from "../../kit/Inputs";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { OutletsPanel } from "../outlets/OutletsPanel";
import { checkPartner, partnerForm, tidyPartner, tidyWithoutRates } from "./form";
import { PartnerPreview } from "./PartnerPreview";
import { PartnerTerms } from "./PartnerTerms";

/** The editor of one partner, in three languages. */
export function PartnerEditor() {
  const { t } = useTranslation("adminPartners");
  return (
    <RecordLoader kind={partners} title={t("edit")} back={{ to: adminPaths.partners, label: t("title") }}>
      {(saved) => (saved ? <Form key={saved.record._id} saved={saved} rate="" /> : <NewPartner />)}
    </RecordLoader>
  );
}

/** Starts with the current default rate from the settings. */
function NewPartner() {
  const { t } = useTranslation("adminPartners");
  const programme = useQuery({ ...programmeQuery(), staleTime: 0 });
  if (programme.isFetchedAfterMount && programme.data)
    return <Form saved={undefined} rate={programme.data.pointsPerHkd} />;
  return (
    <AdminPage title={t("add")} back={{ to: adminPaths.partners, label: t("title") }}>
      {programme.isError ? (
        <ErrorState title={t("failed")} error={programme.error} onRetry={() => programme.refetch()} />
      ) : (
        <RowSkeleton count={5} />
      )}
    </AdminPage>
  );
}

function Form({ saved, rate }: { saved: Tagged<Partner> | undefined; rate: string }) {
  const { t } = useTranslation("adminPartners");
  const mayWrite = useMay("writeContent");
  const maySetRates = useMay("runProgramme");
  const { editor, language, setLanguage, name, error, check } = useRecordForm({
    kind: partners,
    saved,
    form: (record) => partnerForm(record, rate),
    tidy: maySetRates ? tidyPartner : tidyWithoutRates,
    check: checkPartner,
    list: adminPaths.partners,
    nameOf: (record) => record.name,
    said: (isNew, name) => t(isNew ? "created" : "saved", { name }),
  });
  const { draft, set } = editor;
  const fields = { draft, set, error, disabled: !mayWrite };
  const complete = (one: Language) =>
    one === "en" ? draft.name.en.trim() !== "" : isComplete([draft.name, draft.description], one);
  return (
    <EditorPage
      kind={partners}
      editor={editor}
      id={saved?.record._id}
      title={name ?? t("add")}
      back={{ to: adminPaths.partners, label: t("title") }}
      mayWrite={mayWrite}
      label={(key) => t(`fields.${fieldName(key)}`)}
      check={check}
      complete={complete}
    >
      <div className={css.split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
              <div className={css.stack}>
                <NameField
                  name="name"
                  label={t("fields.name")}
                  value={draft.name}
                  language={language}
                  disabled={!mayWrite}
                  error={error}
                  onChange={(name) => set({ name })}
                />
                <TextArea
                  name="description"
                  label={t("fields.description")}
                  rows={6}
                  value={draft.description?.[language] ?? ""}
                  disabled={!mayWrite}
                  error={error(`description.${language}`)}
                  onChange={(text) => set({ description: withText(draft.description, language, text) })}
                />
              </div>
            </LanguageTabs>
          </section>
          <PartnerTerms {...fields} ratesDisabled={!maySetRates} />
          <section className={`${css.panel} ${css.grid2}`}>
            <PictureField
              label={t("fields.logo")}
              aspect={1}
              value={draft.logo ?? ""}
              disabled={!mayWrite}
              error={error("logo")}
              onChange={(logo) => set({ logo })}
            />
            <PictureField
              label={t("fields.nameImg")}
              value={draft.nameImg ?? ""}
              disabled={!mayWrite}
              error={error("nameImg")}
              onChange={(nameImg) => set({ nameImg })}
            />
          </section>
          {saved && <OutletsPanel partner={saved.record._id} />}
        </div>
        <div className={css.aside}>
          <PartnerPreview draft={draft} language={language} />
        </div>
      </div>
    </EditorPage>
  );
}

const FIELDS = [
  "name",
  "description",
  "type",
  "logo",
  "nameImg",
  "webLink",
  "basePoints",
  "extraPoints",
  "active",
] as const;

function fieldName(key: string): (typeof FIELDS)[number] | "other" {
  return FIELDS.find((name) => name === key.split(".")[0]) ?? "other";
}
