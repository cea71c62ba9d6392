import { useParams } from "react-router";
import { ClaimScreen } from "./ClaimScreen";
import { ClaimsScreen } from "./ClaimsScreen";

/** The queue of claims, or one claim at its own address. */
export function ClaimRoute() {
  const { id } = useParams();
  return id ? <ClaimScreen key={id} /> : <ClaimsScreen />;
}
