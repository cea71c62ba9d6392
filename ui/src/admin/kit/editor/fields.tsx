import type { Language } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import css from "../../admin.module.css";
import { Moment, Select, TextArea } from "../Inputs";
import { NumberField } from "../NumberField";
import { type Localized, withText } from "./localized";
import { PictureField } from "./PictureField";

interface FormState {
  /** The error of a field, by its name in the request. */
  error(field: string): string | undefined;
  label(field: string): string;
  disabled: boolean;
  /** The language whose texts are edited. */
  language: Language;
}

/** A form as its fields need it. */
export interface BoundForm<I> extends FormState {
  draft: I;
  set(changes: Partial<I>): void;
}

/** A field with values `V`; `name` is its name in the draft and in the request. */
interface Bound<N extends string, V> {
  form: FormState & {
    draft: Partial<Record<N, V | null>>;
    set(changes: Partial<Record<N, V>>): void;
  };
  name: N;
}

function changed<N extends string, V>(name: N, value: V): Partial<Record<N, V>> {
  const changes: Partial<Record<N, V>> = {};
  changes[name] = value;
  return changes;
}

const common = ({ form, name }: { form: FormState; name: string }) => ({
  name,
  label: form.label(name),
  disabled: form.disabled,
  error: form.error(name),
});

function inLanguage<N extends string>({ form, name }: Bound<N, Localized>) {
  const { language, draft, error } = form;
  return {
    ...common({ form, name }),
    value: draft[name]?.[language] ?? "",
    error: error(`${name}.${language}`) ?? error(name),
    onChange: (text: string) => form.set(changed(name, withText(draft[name], language, text))),
  };
}

/** The server's limit for a name or title, in characters. */
const LONGEST_NAME = 120;

/** The name or title in one language. */
export function NameField<N extends string>(bound: Bound<N, Localized>) {
  const field = inLanguage(bound);
  return (
    <Field
      {...field}
      aside={`${field.value.length} / ${LONGEST_NAME}`}
      maxLength={LONGEST_NAME}
      required={bound.form.language === "en"}
      autoComplete="off"
    />
  );
}

/** A longer text in one language. */
export function LongTextField<N extends string>({
  rows = 4,
  ...bound
}: Bound<N, Localized> & { rows?: number }) {
  return <TextArea {...inLanguage(bound)} rows={rows} />;
}

type PictureProps = { aspect?: number; hint?: string };

/** A picture that is the same in every language. */
export function ImageField<N extends string>({ form, name, ...look }: Bound<N, string> & PictureProps) {
  return (
    <PictureField
      {...common({ form, name })}
      {...look}
      value={form.draft[name] ?? ""}
      onChange={(picture) => form.set(changed(name, picture))}
    />
  );
}

/** A picture for each language. */
export function LocalizedImageField<N extends string>({
  form,
  name,
  ...look
}: Bound<N, Localized> & PictureProps) {
  return <PictureField {...inLanguage({ form, name })} {...look} />;
}

interface ChoiceProps<V extends string> {
  options: readonly { value: V; label: string }[];
  /** The value that an absent one stands for. */
  otherwise: NoInfer<V>;
  hint?: string;
}

/** One of several values. */
export function ChoiceField<N extends string, V extends string>({
  form,
  name,
  otherwise,
  ...look
}: Bound<N, V> & ChoiceProps<V>) {
  return (
    <Select
      {...common({ form, name })}
      {...look}
      value={form.draft[name] ?? otherwise}
      onChange={(value) => form.set(changed(name, value))}
    />
  );
}

/** A positive number of points; an empty field is zero. */
export function PointsField<N extends string>({ form, name, most }: Bound<N, number> & { most: number }) {
  const points = form.draft[name] ?? 0;
  return (
    <NumberField
      {...common({ form, name })}
      required
      most={most}
      value={points > 0 ? String(points) : ""}
      onChange={(typed) => form.set(changed(name, Number(typed)))}
    />
  );
}

const ENDS = ["validFrom", "validUntil"] as const;

/** The validity period; either end may be open. `clock` is the name of the time zone. */
export function ValidityFields({
  form,
  clock,
}: {
  form: Bound<(typeof ENDS)[number], string>["form"];
  clock: string;
}) {
  return (
    <div className={css.grid2}>
      {ENDS.map((name) => (
        <Moment
          key={name}
          {...common({ form, name })}
          aside={clock}
          value={form.draft[name] ?? ""}
          onChange={(moment) => form.set(changed(name, moment))}
        />
      ))}
    </div>
  );
}
