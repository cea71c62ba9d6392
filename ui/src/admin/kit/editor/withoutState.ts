interface Standing {
  active?: boolean;
  state?: string;
}

/**
 * A record's form without the name of its state, which would ask anew for what was settled when it was published: that it
 * is public, now or from a moment on, speaks through `active`.
 */
export function withoutState<F extends Standing>(form: F): F {
  const copy = { ...form, active: form.state === "published" || form.state === "scheduled" };
  Reflect.deleteProperty(copy, "state");
  return copy;
}
