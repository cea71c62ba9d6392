import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { programmeQuery } from "../../../api/programme";
import css from "../../admin.module.css";
import { ContentEditor } from "../../kit/editor/ContentEditor";
import { ImageField, LongTextField, NameField } from "../../kit/editor/fields";
import { FormWaits } from "../../kit/editor/RecordLoader";
import { useMay } from "../../session";
import { OutletsPanel } from "../outlets/OutletsPanel";
import { partnerContent, tidyWithoutRates } from "./form";
import { PartnerPreview } from "./PartnerPreview";
import { PartnerTerms } from "./PartnerTerms";

/** The editor of one partner, in three languages. */
export function PartnerEditor() {
  const { id = "new" } = useParams();
  return id === "new" ? <NewPartner /> : <Editor rate="" />;
}

/** Starts with the current default rate from the settings. */
function NewPartner() {
  const { t } = useTranslation("adminPartners");
  const programme = useQuery({ ...programmeQuery(), staleTime: 0 });
  if (programme.isFetchedAfterMount && programme.data) return <Editor rate={programme.data.pointsPerHkd} />;
  const back = { to: partnerContent.path, label: t("title") };
  return <FormWaits title={t("add")} back={back} failed={t("failed")} query={programme} />;
}

function Editor({ rate }: { rate: string }) {
  const maySetRates = useMay("runProgramme");
  return (
    <ContentEditor
      of={{
        ...partnerContent,
        form: (record) => ({ ...partnerContent.form(record), ...(record ? {} : { basePoints: rate }) }),
        tidy: maySetRates ? partnerContent.tidy : tidyWithoutRates,
      }}
      texts={(form) => (
        <>
          <NameField form={form} name="name" />
          <LongTextField form={form} name="description" rows={6} />
        </>
      )}
      fields={(form) => (
        <>
          <PartnerTerms form={form} ratesDisabled={!maySetRates} />
          <section className={`${css.panel} ${css.grid2}`}>
            <ImageField form={form} name="logo" aspect={1} />
            <ImageField form={form} name="nameImg" />
          </section>
          {form.record && <OutletsPanel partner={form.record._id} />}
        </>
      )}
      aside={({ draft, language }) => <PartnerPreview draft={draft} language={language} />}
    />
  );
}
