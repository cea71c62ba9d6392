import { useTranslation } from "react-i18next";
import type { Language } from "../../../i18n/language";
import css from "../../admin.module.css";
import { EditorPage } from "../../kit/editor/EditorPage";
import { type Item, items, type Tagged } from "../../kit/editor/kinds";
import { LanguageTabs } from "../../kit/editor/LanguageTabs";
import { isComplete } from "../../kit/editor/localized";
import { RecordLoader } from "../../kit/editor/RecordLoader";
import { useRecordForm } from "../../kit/editor/useRecordForm";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { CodePool } from "./CodePool";
import { checkItem, fieldName, itemForm, tidyItem } from "./form";
import { ItemPreview } from "./ItemPreview";
import { ItemSettings } from "./ItemSettings";
import { ItemTerms } from "./ItemTerms";
import { ItemTexts } from "./ItemTexts";
import { StockPanel } from "./StockPanel";

/** The editor of one reward in three languages, with a preview. */
export function ItemEditor() {
  const { t } = useTranslation("adminItems");
  return (
    <RecordLoader kind={items} title={t("edit")} back={{ to: adminPaths.items, label: t("title") }}>
      {(saved) => <Form key={saved?.record._id ?? "new"} saved={saved} />}
    </RecordLoader>
  );
}

function Form({ saved }: { saved: Tagged<Item> | undefined }) {
  const { t } = useTranslation("adminItems");
  const mayWrite = useMay("runProgramme");
  const { editor, language, setLanguage, name, error, check } = useRecordForm({
    kind: items,
    saved,
    form: itemForm,
    tidy: tidyItem,
    check: checkItem,
    list: adminPaths.items,
    nameOf: (record) => record.name,
    said: (isNew, name) => t(isNew ? "created" : "saved", { name }),
  });
  const { draft } = editor;
  const fields = { draft, set: editor.set, error, disabled: !mayWrite };
  const complete = (one: Language) =>
    one === "en" ? draft.name.en.trim() !== "" : isComplete([draft.name, draft.description, draft.toc], one);
  return (
    <EditorPage
      kind={items}
      editor={editor}
      id={saved?.record._id}
      title={name ?? t("add")}
      back={{ to: adminPaths.items, label: t("title") }}
      mayWrite={mayWrite}
      label={(key) => t(`fields.${fieldName(key)}`)}
      check={check}
      complete={complete}
    >
      <div className={css.split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
              <ItemTexts {...fields} language={language} />
            </LanguageTabs>
            <ItemTerms {...fields} isNew={!saved} />
          </section>
          <ItemSettings {...fields} />
          {saved && draft.content.kind === "pool" && <CodePool item={saved.record} disabled={!mayWrite} />}
        </div>
        <div className={css.aside}>
          <StockPanel {...fields} item={saved?.record} />
          <ItemPreview draft={draft} language={language} />
        </div>
      </div>
    </EditorPage>
  );
}
