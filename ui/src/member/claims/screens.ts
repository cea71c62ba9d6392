// Members go from one of these screens to another, and each file more makes the first load larger.
// biome-ignore lint/performance/noBarrelFile: the screens are loaded together on purpose.
export { ClaimScreen } from "./ClaimScreen";
export { ClaimsScreen } from "./ClaimsScreen";
export { NewClaimScreen } from "./NewClaimScreen";
