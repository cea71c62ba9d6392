import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { programmeQuery } from "../../../api/programme";
import css from "../../admin.module.css";
import { ContentEditor } from "../../kit/editor/ContentEditor";
import { ImageField, LongTextField, NameField } from "../../kit/editor/fields";
import { oneOf, type PartnerInput } from "../../kit/editor/kinds";
import { FormWaits } from "../../kit/editor/RecordLoader";
import { useMay } from "../../session";
import { OutletsPanel } from "../outlets/OutletsPanel";
import { partnerContent, tidyWithoutRates } from "./form";
import { PartnerPreview } from "./PartnerPreview";
import { PartnerTerms } from "./PartnerTerms";
import { RatesPanel } from "./RatesPanel";
import { isSimulated, needsSimulation, ratesSimulationQuery } from "./rates";

/** The editor of one partner, in three languages. */
export function PartnerEditor() {
  const { id = "new" } = useParams();
  return id === "new" ? <NewPartner /> : <SavedPartner key={id} id={id} />;
}

/** The rates that members earn by change only after a simulation of the new ones. */
function SavedPartner({ id }: { id: string }) {
  const maySetRates = useMay("runProgramme");
  const saved = useQuery(oneOf(partnerContent.kind, id));
  const simulation = useQuery({ ...ratesSimulationQuery(id), enabled: maySetRates });
  const hasToWait = (draft: PartnerInput) =>
    maySetRates &&
    needsSimulation(saved.data?.record, draft) &&
    !isSimulated(simulation.data, draft, Date.now());
  return <Editor rate="" hasToWait={hasToWait} />;
}

/** Starts with the current default rate from the settings. */
function NewPartner() {
  const { t } = useTranslation("adminPartners");
  const programme = useQuery({ ...programmeQuery(), staleTime: 0 });
  if (programme.isFetchedAfterMount && programme.data) return <Editor rate={programme.data.pointsPerHkd} />;
  const back = { to: partnerContent.path, label: t("title") };
  return <FormWaits title={t("add")} back={back} failed={t("failed")} query={programme} />;
}

interface EditorProps {
  /** The base rate of a new partner. */
  rate: string;
  /** Returns whether the rates of a draft have to be simulated before they are saved. */
  hasToWait?(draft: PartnerInput): boolean;
}

function Editor({ rate, hasToWait }: EditorProps) {
  const maySetRates = useMay("runProgramme");
  const check = (draft: PartnerInput) => ({
    ...partnerContent.check(draft),
    ...(hasToWait?.(draft) ? { basePoints: "notSimulated" as const } : {}),
  });
  return (
    <ContentEditor
      of={{
        ...partnerContent,
        form: (record) => ({ ...partnerContent.form(record), ...(record ? {} : { basePoints: rate }) }),
        tidy: maySetRates ? partnerContent.tidy : tidyWithoutRates,
        check,
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
          {form.record && <RatesPanel form={form} saved={form.record} mayChange={maySetRates} />}
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
