import { type FormEvent, useRef, useState } from "react";

interface FormOptions<V extends Record<string, string>, E extends string> {
  initial: V;
  /** The error key of each field that is wrong; keys and not words, so that a change of language shows. */
  check(values: V): Partial<Record<keyof V, E>>;
  /** Runs with values that passed. What it throws is the caller's to catch. */
  submit(values: V): Promise<void>;
}

/**
 * Values, errors and one submit at a time. An error shows once its field was left or a submit was
 * tried, and goes as soon as it is mended. A refused submit puts the focus on the first wrong field.
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
    /** Spread into a Field. */
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? "",
      onChange: (value: string) => set(name, value),
      // An empty field that was only passed through is not yet a mistake.
      onBlur: () => {
        if (values[name]) setLeft((before) => new Set(before).add(name));
      },
    }),
    /** The error key to show at a field now. */
    error: (name: keyof V): E | undefined => (tried || left.has(name) ? errors[name] : undefined),
    onSubmit: async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (running.current) return;
      const wrong = Object.keys(values).find((name) => errors[name] !== undefined);
      // What passed was no mistake; what the answer asks for besides is none before the next try.
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
