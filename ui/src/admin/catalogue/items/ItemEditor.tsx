import { ContentEditor } from "../../kit/editor/ContentEditor";
import { ImageField, LongTextField, NameField } from "../../kit/editor/fields";
import { CodePool } from "./CodePool";
import { itemContent } from "./form";
import { ItemPreview } from "./ItemPreview";
import { ItemSettings } from "./ItemSettings";
import { ItemTerms } from "./ItemTerms";
import { StockPanel } from "./StockPanel";

// Aspect ratio of the member's tile.
const TILE = 1 / 0.82;

/** The editor of one reward in three languages, with a preview. */
export function ItemEditor() {
  return (
    <ContentEditor
      of={itemContent}
      texts={(form) => (
        <>
          <NameField form={form} name="name" />
          <LongTextField form={form} name="description" />
          <LongTextField form={form} name="toc" rows={3} />
          <ImageField form={form} name="image" aspect={TILE} />
        </>
      )}
      beside={(form) => <ItemTerms form={form} />}
      fields={(form) => (
        <>
          <ItemSettings form={form} />
          {form.record && form.draft.content.kind === "pool" && (
            <CodePool item={form.record} disabled={form.disabled} />
          )}
        </>
      )}
      aside={(form) => (
        <>
          <StockPanel form={form} />
          <ItemPreview draft={form.draft} language={form.language} />
        </>
      )}
    />
  );
}
