// React's name with preact's code: libraries that ask for React get the same few kilobytes
// as our own files, and leaving this arrangement takes two lines in package.json.
import compat from "preact/compat";

export * from "preact/compat";

const noop = () => {};

// Absent from preact/compat, and imported by name in libraries that we never let call it.
export function useOptimistic(state) {
  return [state, noop];
}

export function cache(fn) {
  return fn;
}

export const version = "19.3.1";

export default /* @__PURE__ */ Object.assign({}, compat, { useOptimistic, cache, version });
