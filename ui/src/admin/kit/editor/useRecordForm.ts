import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type Language, localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { recordPath } from "../../paths";
import type { Standing } from "./kinds";
import type { Localized } from "./localized";
import { type EditorOptions, useEditor } from "./useEditor";

/** What is wrong with a field, as the key of its sentence. */
export type Wrong = "required" | "number";

interface RecordFormOptions<R extends Standing, I extends object>
  extends Omit<EditorOptions<R, I>, "onSaved"> {
  /** What is wrong with a draft, by the field's name in the request; texts end with their language. */
  check(draft: I): Partial<Record<string, Wrong>>;
  /** Where the list of these records is. */
  list: string;
  nameOf(record: R): Localized;
  /** The sentence that tells that a record of that name was saved. */
  said(isNew: boolean, name: string): string;
}

/** An editor of one record in three languages: the language shown, what is wrong, and where saving leads. */
export function useRecordForm<R extends Standing, I extends object>({
  check,
  list,
  nameOf,
  said,
  ...options
}: RecordFormOptions<R, I>) {
  const { t } = useTranslation("desk");
  const navigate = useNavigate();
  const shown = useLanguage();
  const [language, setLanguage] = useState<Language>(shown);
  const [tried, setTried] = useState(false);
  const editor = useEditor({
    ...options,
    onSaved: (record, isNew) => {
      showToast(said(isNew, localized(nameOf(record), shown)));
      if (isNew) navigate(recordPath(list, record._id), { replace: true });
    },
  });
  const wrong = check(editor.draft);
  return {
    editor,
    language,
    setLanguage,
    /** The name under which the record is known; undefined for a new one. */
    name: options.saved && localized(nameOf(options.saved.record), shown),
    error: (field: string) => {
      const own = tried ? wrong[field] : undefined;
      return own ? t(`errors.${own}`) : editor.troubles[field];
    },
    /** Shows what is wrong from now on, in the language in which it is; false when anything is. */
    check: () => {
      setTried(true);
      const fields = Object.keys(wrong);
      if (fields.some((field) => field.endsWith(".en"))) setLanguage("en");
      return fields.length === 0;
    },
  };
}
