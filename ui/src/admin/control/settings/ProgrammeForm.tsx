import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Switch } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { PictureField } from "../../kit/editor/PictureField";
import { RestoredNote } from "../../kit/editor/RestoredNote";
import { StaleDialog } from "../../kit/editor/StaleDialog";
import { useErrorText } from "../../kit/errorText";
import { NumberField } from "../../kit/NumberField";
import { ColourField } from "./ColourField";
import { ContactFields } from "./ContactFields";
import { ProgrammePreview } from "./ProgrammePreview";
import type { Programme } from "./programme";
import own from "./Settings.module.css";
import { useSettingName } from "./settingNames";
import { useProgrammeDraft } from "./useProgrammeDraft";

/** The features that members have only where the programme wants them. */
const OFFERED = ["claims", "carbon", "goals", "counterCodes"] as const;

/** Maximum digits of a limit or a bonus, and maximum characters of a rate. */
const MOST = { whole: 10, rate: 12 };
/** An empty field means no own value: the settings file applies. */
const optional = (typed: string) => (typed === "" ? undefined : Number(typed));

/** Name, colours, rates and limits, with a preview. */
export function ProgrammeForm({ saved, etag }: { saved: Programme; etag: string }) {
  const { t } = useTranslation("adminSettings");
  const say = useErrorText();
  const nameOf = useSettingName();
  const { draft, set, base, changed, restored, discard, refused, error, busy, save, theirs, merge, giveUp } =
    useProgrammeDraft({ saved, etag });
  const number = (name: "perDay" | "pointsPerDay" | "freshAbove") => (
    <NumberField
      name={`transfers.${name}`}
      label={nameOf(`transfers.${name}`)}
      value={String(draft.transfers[name])}
      most={MOST.whole}
      onChange={(typed) => set({ transfers: { ...draft.transfers, [name]: Number(typed) } })}
      error={refused[`transfers.${name}`]}
    />
  );
  const cap = (name: "perPartner" | "perMember") => (
    <NumberField
      name={`awards.${name}`}
      label={nameOf(`awards.${name}`)}
      hint={t("programme.capHint")}
      value={String(draft.awards[name] ?? "")}
      most={MOST.whole}
      onChange={(typed) => {
        const { [name]: _, ...rest } = draft.awards;
        const given = optional(typed);
        set({ awards: given === undefined ? rest : { ...rest, [name]: given } });
      }}
      error={refused[`awards.${name}`]}
    />
  );
  return (
    <form noValidate onSubmit={save} className={css.split}>
      <div>
        <RestoredNote editor={{ restored, standing: saved, discard }} />
        <section className={css.panel}>
          <div className={css.panelHead}>
            <h2>{t("programme.looks")}</h2>
          </div>
          <Field
            name="programmeName"
            label={nameOf("programmeName")}
            hint={t("programme.nameHint")}
            maxLength={40}
            autoComplete="off"
            required
            value={draft.programmeName}
            onChange={(programmeName) => set({ programmeName })}
            error={refused.programmeName}
          />
          <PictureField
            label={nameOf("logo")}
            hint={t("programme.hints.logo")}
            value={draft.logo ?? ""}
            onChange={(logo) => set({ logo })}
            error={refused.logo}
          />
          <fieldset className={own.group}>
            <legend>{t("programme.colours")}</legend>
            <div className={own.colours}>
              {(["points", "actions"] as const).map((name) => (
                <ColourField
                  key={name}
                  name={`colours.${name}`}
                  label={nameOf(`colours.${name}`)}
                  value={draft.colours?.[name] ?? "#000000"}
                  error={refused[`colours.${name}`]}
                  onChange={(value) => draft.colours && set({ colours: { ...draft.colours, [name]: value } })}
                />
              ))}
            </div>
          </fieldset>
        </section>
        <ContactFields
          contact={draft.contact ?? {}}
          refused={refused}
          onChange={(contact) => set({ contact })}
        />
        <section className={css.panel}>
          <div className={css.panelHead}>
            <h2>{t("programme.points")}</h2>
          </div>
          <div className={css.grid2}>
            {(["pointsPerHkd", "pointValueHkd"] as const).map((name) => (
              <NumberField
                key={name}
                name={name}
                label={nameOf(name)}
                hint={t(`programme.hints.${name}`)}
                decimal
                value={draft[name]}
                most={MOST.rate}
                onChange={(value) => set({ [name]: value })}
                error={refused[name]}
              />
            ))}
            <NumberField
              name="referralBonus"
              label={nameOf("referralBonus")}
              hint={t("programme.hints.referralBonus")}
              value={String(draft.referralBonus)}
              most={MOST.whole}
              onChange={(typed) => set({ referralBonus: Number(typed) })}
              error={refused.referralBonus}
            />
          </div>
        </section>
        <section className={css.panel}>
          <div className={css.panelHead}>
            <h2>{t("programme.limits")}</h2>
          </div>
          <div className={css.grid2}>
            {number("perDay")}
            {number("pointsPerDay")}
            {number("freshAbove")}
            {cap("perPartner")}
            {cap("perMember")}
          </div>
        </section>
        {OFFERED.map((offer) => (
          <section key={offer} className={css.panel}>
            <div className={css.panelHead}>
              <h2>{t(`programme.${offer}Title`)}</h2>
            </div>
            <Switch name={offer} checked={draft[offer] ?? false} onChange={(on) => set({ [offer]: on })}>
              {nameOf(offer)}
            </Switch>
            <p className={css.soft}>{t(`programme.${offer}Text`)}</p>
          </section>
        ))}
        <section className={css.panel}>
          <div className={css.panelHead}>
            <h2>{t("programme.safety")}</h2>
          </div>
          <Switch
            name="twoPerson"
            checked={draft.twoPerson ?? false}
            onChange={(twoPerson) => set({ twoPerson })}
          >
            {nameOf("twoPerson")}
          </Switch>
          <p className={css.soft}>{t("programme.twoPersonText")}</p>
          <NumberField
            name="supportLimit"
            label={nameOf("supportLimit")}
            hint={t("programme.hints.supportLimit")}
            value={String(draft.supportLimit ?? 0)}
            most={MOST.whole}
            onChange={(typed) => set({ supportLimit: Number(typed) })}
            error={refused.supportLimit}
          />
        </section>
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
        <div className={css.formFoot}>
          <Button kind="quiet" small disabled={!changed} onClick={discard}>
            {t("programme.undo")}
          </Button>
          <Button type="submit" small busy={busy && t("programme.saving")}>
            {t("programme.save")}
          </Button>
        </div>
      </div>
      <aside className={css.aside}>
        <ProgrammePreview name={draft.programmeName} logo={draft.logo} colours={draft.colours} />
      </aside>
      {theirs && (
        <StaleDialog
          base={base.saved}
          mine={draft}
          theirs={theirs.value}
          label={nameOf}
          onClose={giveUp}
          onMerged={merge}
        />
      )}
    </form>
  );
}
