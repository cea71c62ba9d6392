import { type FormEvent, useRef, useState } from "react";

interface FormOptions<V extends Record<string, string>, E extends string> {
  initial: V;
  /** The error key of each wrong field. Keys and not texts, so that errors follow the language on screen. */
  check(values: V): Partial<Record<keyof V, E>>;
  /** Called with valid values. The caller has to catch its errors. */
  submit(values: V): Promise<void>;
}

/**
 * Form state: values, errors, and one submit at a time. An error is shown after its field was left or a
 * submit was tried, and is removed when it is fixed. A refused submit focuses the first wrong field.
 */
export function useForm<V extends Record<string, string>, E extends string>({
  initial,
  check,
  submit,
}: FormOptions<V, E>) {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set());
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const errors = check(values);

  const set = (name: keyof V & string, value: string) =>
    setValues((before) => ({ ...before, [name]: value }));

  return {
    values,
    set,
    busy,
    valid: Object.values(errors).every((error) => error === undefined),
    /** Props for a Field. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? "",
      onChange: (value: string) => set(name, value),
      // Leaving an empty field is not an error yet.
      onBlur: () => {
        if (values[name]) setLeft((before) => new Set(before).add(name));
      },
    }),
    /** The error key that a field shows now. */
    error: (name: keyof V): E | undefined => (tried || left.has(name) ? errors[name] : undefined),
    onSubmit: async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (running.current) return;
      const wrong = Object.keys(values).find((name) => errors[name] !== undefined);
      // A valid submit clears the errors. A value that the response asks for may be empty until the next.
      setTried(wrong !== undefined);
      if (wrong !== undefined) {
        const input = event.currentTarget.elements.namedItem(wrong);
        if (input instanceof HTMLElement) input.focus();
        return;
      }
      running.current = true;
      setBusy(true);
      try {
        await submit(values);
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
