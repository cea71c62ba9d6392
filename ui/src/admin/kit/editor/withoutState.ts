interface Standing {
  active?: boolean;
  state?: string;
}

/**
 * A record's form without its state: sending the state would ask again for the decisions made at publishing.
 * `active` already says that the record is public, now or at its scheduled time.
 */
export function withoutState<F extends Standing>(form: F): F {
  const copy = { ...form, active: form.state === "published" || form.state === "scheduled" };
  Reflect.deleteProperty(copy, "state");
  return copy;
}

/** The form of a record as that of a new one that nobody sees yet. */
export function asDraft<F extends Standing & { publishAt?: string | null }>(form: F): F {
  const copy = { ...form, active: false };
  for (const name of ["state", "publishAt"]) Reflect.deleteProperty(copy, name);
  return copy;
}
