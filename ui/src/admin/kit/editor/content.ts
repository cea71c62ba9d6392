import type { Permission } from "../../roles";
import type { Kind, Standing } from "./kinds";
import { type Localized, tidyOptional } from "./localized";
import type { Wrong } from "./useRecordForm";

/** Errors by the field's name in the request; text fields end with their language. */
export type FormErrors = Partial<Record<string, Wrong>>;

/** A kind of content as its list and its editor need it; the fields of its form are beside it. */
export interface Content<R extends Standing, I extends object> {
  kind: Kind<R, I>;
  /** The namespace of its texts; the labels of its form are under `fields`. */
  namespace: "adminArticles" | "adminCampaigns" | "adminItems" | "adminPartners";
  /** The address of its list. */
  path: string;
  /** The roles that may change it. */
  writers: Permission;
  /** A form that becomes a new draft; absent where records are not copied. */
  copy?(form: I): I;
  /** All texts that members read, the name or title first. */
  texts(record: R | I): readonly [Localized, ...(Localized | null | undefined)[]];
  /** The form of a record, or an empty one. */
  form(record: R | undefined): I;
  /** The form to send: trimmed, and without fields that do not apply. */
  tidy(form: I): I;
  /** Errors of a draft, checked before sending. */
  check(draft: I): FormErrors;
}

const isText = (value: unknown): value is Localized =>
  typeof value === "object" && value !== null && "en" in value;

/** The form without empty values and empty languages, as the server requires. */
export function withoutEmpty<I extends object>(form: I): I {
  const copy = { ...form };
  for (const [name, value] of Object.entries(form)) {
    const tidy = isText(value) ? tidyOptional(value) : (value ?? "");
    if (tidy === undefined || tidy === "") Reflect.deleteProperty(copy, name);
    else Reflect.set(copy, name, tidy);
  }
  return copy;
}

/** The errors of a form whose English texts `required` may not be blank. */
export function blankTexts(required: Readonly<Record<string, Localized>>): FormErrors {
  return Object.fromEntries(
    Object.entries(required)
      .filter(([, text]) => !text.en.trim())
      .map(([name]) => [`${name}.en`, "required" as const]),
  );
}
