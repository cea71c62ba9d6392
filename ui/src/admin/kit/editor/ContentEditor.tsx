import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "../../../i18n/language";
import css from "../../admin.module.css";
import { useMay } from "../../session";
import { CopyLink } from "./CopyLink";
import type { Content } from "./content";
import { EditorPage } from "./EditorPage";
import type { BoundForm } from "./fields";
import type { Standing, Tagged } from "./kinds";
import { LanguageTabs } from "./LanguageTabs";
import { isComplete } from "./localized";
import { RecordLoader } from "./RecordLoader";
import { useFieldLabel } from "./useFieldLabel";
import { useRecordForm } from "./useRecordForm";

/** The form as the parts of a kind's editor get it. */
export interface ContentForm<R, I> extends BoundForm<I> {
  /** The record as last saved; undefined for a new one. */
  record: R | undefined;
}

interface ContentEditorProps<R extends Standing, I extends object> {
  of: Content<R, I>;
  /** The fields that have a text for each language. */
  texts(form: ContentForm<R, I>): ReactNode;
  /** The other fields of the panel with the texts. */
  beside?(form: ContentForm<R, I>): ReactNode;
  /** The panels below. */
  fields?(form: ContentForm<R, I>): ReactNode;
  /** The preview beside the form. */
  aside(form: ContentForm<R, I>): ReactNode;
  /** More actions, left of the save button. */
  more?: (record: R) => ReactNode;
  /** The class of the two columns. */
  columns?: { split: string | undefined; aside: string | undefined };
}

/** The editor page of one record of content: loading, drafts, conflicts, saving and its state around its fields. */
export function ContentEditor<R extends Standing, I extends object>(props: ContentEditorProps<R, I>) {
  const { kind, namespace, path } = props.of;
  const { t } = useTranslation(namespace);
  return (
    <RecordLoader kind={kind} title={t("edit")} back={{ to: path, label: t("title") }}>
      {(saved, copied) => (
        <Form
          key={saved?.record._id ?? `new ${copied?._id}`}
          {...props}
          saved={saved}
          copied={props.of.copy && copied}
        />
      )}
    </RecordLoader>
  );
}

interface FormProps<R extends Standing, I extends object> extends ContentEditorProps<R, I> {
  saved: Tagged<R> | undefined;
  copied: R | undefined;
}

function Form<R extends Standing, I extends object>({ of, saved, copied, ...parts }: FormProps<R, I>) {
  const { t } = useTranslation(of.namespace);
  const label = useFieldLabel(of.namespace);
  const mayWrite = useMay(of.writers);
  const { editor, language, setLanguage, name, error, check } = useRecordForm({
    ...of,
    form: (record) => (!record && copied && of.copy ? of.copy(of.form(copied)) : of.form(record)),
    copyOf: copied?._id,
    saved,
    list: of.path,
    nameOf: (record) => of.texts(record)[0],
    said: (isNew, name) => t(isNew ? "created" : "saved", { name }),
  });
  const { draft, set } = editor;
  const record = saved?.record;
  const form = { draft, set, error, label, language, disabled: !mayWrite, record };
  const [title, ...texts] = of.texts(draft);
  const complete = (one: Language) =>
    one === "en" ? title.en.trim() !== "" : isComplete([title, ...texts], one);
  const { split, aside } = parts.columns ?? css;
  return (
    <EditorPage
      kind={of.kind}
      editor={editor}
      id={record?._id}
      title={name ?? t("add")}
      back={{ to: of.path, label: t("title") }}
      mayWrite={mayWrite}
      label={label}
      check={check}
      complete={complete}
      more={
        record && (
          <>
            {parts.more?.(record)}
            {mayWrite && of.copy && <CopyLink list={of.path} id={record._id} />}
          </>
        )
      }
    >
      <div className={split}>
        <div>
          <section className={css.panel}>
            <LanguageTabs chosen={language} onChoose={setLanguage} complete={complete}>
              <div className={css.stack}>{parts.texts(form)}</div>
            </LanguageTabs>
            {parts.beside?.(form)}
          </section>
          {parts.fields?.(form)}
        </div>
        <div className={aside}>{parts.aside(form)}</div>
      </div>
    </EditorPage>
  );
}
