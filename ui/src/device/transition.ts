/**
 * Changes the screen by calling `change`: in a transition, once its code has loaded, which happens after the
 * first screen. `arrived` matches the element of the next screen that the pressed one grows into; the path
 * of a tab stands for a fade.
 */
export const screens = { change: (_arrived: string, change: () => void) => change() };
