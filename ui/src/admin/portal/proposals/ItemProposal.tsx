import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { ItemPreview } from "../../catalogue/items/ItemPreview";
import { LongTextField, NameField } from "../../kit/editor/fields";
import type { Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete } from "../../kit/editor/localized";
import { NumberField } from "../../kit/NumberField";
import { useRested } from "../../kit/useRested";
import { Checklist } from "./Checklist";
import { OwnPictureField } from "./OwnPictureField";
import { itemToCompute, outlookQuery } from "./outlook";
import { itemForm, itemProposals, type ProposalPage, type ProposedItem } from "./ownProposals";
import { ItemPays } from "./Pays";
import { ProposalFrame } from "./ProposalFrame";
import { shownItem } from "./shown";
import { useProposal } from "./useProposal";

// Aspect ratio of the member's tile.
const TILE = 1 / 0.82;
const WHOLE = ["points", "leftover", "useWithinDays"] as const;

/** A proposed reward: its words, its picture and its numbers. */
export function ItemProposal({ saved }: { saved: Tagged<ProposalPage> }) {
  const { t } = useTranslation("adminProposals");
  const proposal = useProposal<ProposedItem>({ kind: itemProposals, saved, form: itemForm });
  const { editor, language, setLanguage, error, disabled } = proposal;
  const { draft, set } = editor;
  const label = (key: string) => t(`fields.${key.split(".")[0]}` as "fields.name");
  const form = { draft, set, error, label, disabled, language };
  const { data: outlook } = useQuery(outlookQuery(itemToCompute(useRested(draft))));
  const complete = (one: typeof language) => isComplete([draft.name, draft.description, draft.toc], one);
  return (
    <ProposalFrame
      of={proposal}
      label={label}
      aside={
        <>
          <ItemPreview draft={shownItem(draft)} language={language} />
          <ItemPays own item={draft} outlook={outlook} />
          <Checklist picture={Boolean(draft.image)} complete={complete} />
        </>
      }
    >
      <section className={`${css.panel} ${css.stack}`}>
        <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
          <div className={css.stack}>
            <NameField form={form} name="name" />
            <LongTextField form={form} name="description" />
            <LongTextField form={form} name="toc" rows={3} />
          </div>
        </LanguageTabs>
        <OwnPictureField
          label={label("image")}
          value={draft.image ?? ""}
          error={error("image")}
          disabled={disabled}
          aspect={TILE}
          onChange={(image) => set({ image })}
        />
        <div className={css.grid2}>
          {WHOLE.map((name) => (
            <NumberField
              key={name}
              name={name}
              label={label(name)}
              hint={name === "points" ? undefined : t(`hints.${name}`)}
              most={9}
              value={String(draft[name] ?? "")}
              disabled={disabled}
              error={error(name)}
              onChange={(typed) => set({ [name]: typed === "" ? null : Number(typed) })}
            />
          ))}
          <NumberField
            name="costHkd"
            label={label("costHkd")}
            hint={t("hints.costHkd")}
            decimal
            most={12}
            value={draft.costHkd ?? ""}
            disabled={disabled}
            error={error("costHkd")}
            onChange={(costHkd) => set({ costHkd })}
          />
        </div>
      </section>
    </ProposalFrame>
  );
}
