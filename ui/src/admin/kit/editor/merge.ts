/** A form as flat fields such as `name.zh`, with values as comparable strings. */
export type Flat = ReadonlyMap<string, string>;

/** Flattens a form; absent, null and empty values are equal. */
export function flatten(form: object, prefix = ""): Map<string, string> {
  const flat = new Map<string, string>();
  for (const [key, value] of Object.entries(form)) {
    if (value === null || value === undefined || value === "") continue;
    if (Array.isArray(value)) {
      // A list is one value: its places have no names, and two changes of it cannot be merged.
      if (value.length > 0)
        flat.set(prefix + key, value.some(isObject) ? JSON.stringify(value) : value.join(", "));
    } else if (typeof value === "object")
      for (const [k, v] of flatten(value, `${prefix}${key}.`)) flat.set(k, v);
    else flat.set(prefix + key, String(value));
  }
  return flat;
}

export interface Difference {
  key: string;
  base: string;
  mine: string;
  theirs: string;
  /** Both changed the field, to different values. */
  conflict: boolean;
}

/** The differences between two changes of one form, in field order. */
export function differences(base: object, mine: object, theirs: object): Difference[] {
  const [b, m, t] = [flatten(base), flatten(mine), flatten(theirs)];
  const keys = new Set([...m.keys(), ...t.keys(), ...b.keys()]);
  return [...keys].flatMap((key) => {
    const [was, my, their] = [b.get(key) ?? "", m.get(key) ?? "", t.get(key) ?? ""];
    if (my === their) return [];
    return [{ key, base: was, mine: my, theirs: their, conflict: my !== was && their !== was }];
  });
}

/** `mine` with the fields in `keys` replaced by those of `theirs`. */
export function take<F extends object>(mine: F, theirs: F, keys: ReadonlySet<string>): F {
  return takeInto(mine, theirs, keys, "");
}

function takeInto<F extends object>(mine: F, theirs: F, keys: ReadonlySet<string>, prefix: string): F {
  const merged = { ...mine };
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const path = prefix + key;
    const [my, their]: unknown[] = [Reflect.get(mine, key), Reflect.get(theirs, key)];
    if (keys.has(path)) Reflect.set(merged, key, their);
    else if (isObject(my) || isObject(their))
      Reflect.set(
        merged,
        key,
        takeInto(isObject(my) ? my : {}, isObject(their) ? their : {}, keys, `${path}.`),
      );
  }
  return merged;
}

/** `mine` with the changes that only they made since `base`. */
export function rebase<F extends object>(base: F, mine: F, theirs: F): F {
  return take(mine, theirs, onlyTheirs(differences(base, mine, theirs)));
}

/** The fields that only they changed. */
export const onlyTheirs = (found: readonly Difference[]): ReadonlySet<string> =>
  new Set(found.filter(({ mine, base }) => mine === base).map(({ key }) => key));

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);
