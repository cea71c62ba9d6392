import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { showToast } from "../../components/Toaster";
import { type Language, localized, useLanguage } from "../../i18n/language";
import { EditorPage } from "../content/EditorPage";
import { type Item, items, type Tagged } from "../content/kinds";
import { LanguageTabs } from "../content/LanguageTabs";
import { isComplete } from "../content/localized";
import { RecordLoader } from "../content/RecordLoader";
import { useEditor } from "../content/useEditor";
import css from "../desk.module.css";
import { desk, recordPath } from "../paths";
import { useMay } from "../session";
import { CodePool } from "./CodePool";
import { checkItem, itemForm, tidyItem } from "./form";
import { ItemPreview } from "./ItemPreview";
import { ItemSettings } from "./ItemSettings";
import { ItemTerms } from "./ItemTerms";
import { ItemTexts } from "./ItemTexts";
import { StockPanel } from "./StockPanel";

const kind = {
  ...items,
  create: (body: Parameters<typeof items.create>[0]) => items.create(tidyItem(body)),
  replace: (...[id, etag, body, answered]: Parameters<typeof items.replace>) =>
    items.replace(id, etag, tidyItem(body), answered),
};

/** One reward, in three languages, as members will see it. */
export function ItemEditor() {
  const { t } = useTranslation("deskItems");
  return (
    <RecordLoader kind={kind} title={t("edit")} back={{ to: desk.items, label: t("title") }}>
      {(saved) => <Form key={saved?.record._id ?? "new"} saved={saved} />}
    </RecordLoader>
  );
}

function Form({ saved }: { saved: Tagged<Item> | undefined }) {
  const { t } = useTranslation("deskItems");
  const { t: common } = useTranslation("desk");
  const navigate = useNavigate();
  const shown = useLanguage();
  const mayWrite = useMay("runProgramme");
  const [language, setLanguage] = useState<Language>("en");
  const [tried, setTried] = useState(false);
  const editor = useEditor({
    kind,
    saved,
    form: itemForm,
    onSaved: (record, isNew) => {
      showToast(t(isNew ? "created" : "saved", { name: localized(record.name, shown) }));
      if (isNew) navigate(recordPath(desk.items, record._id), { replace: true });
    },
  });
  const { draft } = editor;
  const wrong = checkItem(draft);
  const error = (field: string) => {
    const own = tried ? wrong[field] : undefined;
    return own ? common(`errors.${own}`) : editor.troubles[field];
  };
  const fields = { draft, set: editor.set, error, disabled: !mayWrite };
  return (
    <EditorPage
      kind={kind}
      editor={editor}
      id={saved?.record._id}
      title={saved ? localized(saved.record.name, shown) : t("add")}
      back={{ to: desk.items, label: t("title") }}
      mayWrite={mayWrite}
      label={(key) => t(`fields.${fieldName(key)}`)}
      check={() => {
        setTried(true);
        if (wrong["name.en"]) setLanguage("en");
        return Object.keys(wrong).length === 0;
      }}
    >
      <div className={css.split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs
              chosen={language}
              onChoose={setLanguage}
              complete={(one) =>
                one === "en"
                  ? draft.name.en.trim() !== ""
                  : isComplete([draft.name, draft.description, draft.toc], one)
              }
            >
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

const FIELDS = [
  "name",
  "description",
  "toc",
  "image",
  "points",
  "type",
  "partnerId",
  "content",
  "active",
  "validFrom",
  "validUntil",
  "leftover",
  "qoutaPerson",
  "unclaimed",
] as const;

/** The first word of a path such as `name.zh`, where it is one of ours. */
function fieldName(key: string): (typeof FIELDS)[number] | "other" {
  return FIELDS.find((name) => name === key.split(".")[0]) ?? "other";
}
