import { Navigate } from "react-router";
import { adminPaths } from "../paths";
import { StaffGate } from "../StaffGate";
import { PortalFrame } from "./PortalFrame";

/** The portal of a partner's managers. Staff of the programme go to the admin app. */
export function PortalApp() {
  return (
    <StaffGate>
      {(me) => (me.role === "merchant" ? <PortalFrame me={me} /> : <Navigate to={adminPaths.home} replace />)}
    </StaffGate>
  );
}
