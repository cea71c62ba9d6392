/**
 * A record's form without the name of its state: the desk's switch speaks through `active`, and a
 * state beside it would overrule what the editor has just switched.
 */
export function bySwitch<F extends object>(form: F): F {
  const copy = { ...form };
  Reflect.deleteProperty(copy, "state");
  return copy;
}
