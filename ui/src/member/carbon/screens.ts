// Members go from one of these screens to another, and each file more makes the first load larger.
// biome-ignore lint/performance/noBarrelFile: the screens are loaded together on purpose.
export { MethodScreen } from "./MethodScreen";
export { TreeScreen } from "./TreeScreen";
