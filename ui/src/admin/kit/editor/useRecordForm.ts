import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { type Language, localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { recordPath } from "../../paths";
import type { Standing } from "./kinds";
import type { Localized } from "./localized";
import { type EditorOptions, useEditor } from "./useEditor";

/** The error of a field, as a translation key. */
export type Wrong = "required" | "number" | "notSimulated";

interface RecordFormOptions<R extends Standing, I extends object>
  extends Omit<EditorOptions<R, I>, "onSaved"> {
  /** Errors of a draft by the field's name in the request; text fields end with their language. */
  check(draft: I): Partial<Record<string, Wrong>>;
  /** The address of the list. */
  list: string;
  nameOf(record: R): Localized;
  /** The message after saving a record of that name. */
  said(isNew: boolean, name: string): string;
}

/** The editor of a record in three languages: chosen language, errors, and navigation after saving. */
export function useRecordForm<R extends Standing, I extends object>({
  check,
  list,
  nameOf,
  said,
  ...options
}: RecordFormOptions<R, I>) {
  const { t } = useTranslation("admin");
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
    /** The saved name of the record; undefined for a new one. */
    name: options.saved && localized(nameOf(options.saved.record), shown),
    error: (field: string) => {
      const own = tried ? wrong[field] : undefined;
      return own ? t(`errors.${own}`) : editor.troubles[field];
    },
    /** Shows errors from now on and switches to a language that has one; false if there is any error. */
    check: () => {
      setTried(true);
      const fields = Object.keys(wrong);
      if (fields.some((field) => field.endsWith(".en"))) setLanguage("en");
      return fields.length === 0;
    },
  };
}
