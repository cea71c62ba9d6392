import { Navigate, useLocation, useMatch } from "react-router";
import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";
import css from "./admin.module.css";
import { AdminFrame } from "./entry/frame/AdminFrame";
import { adminPaths } from "./paths";
import { portalPaths } from "./portal/paths";
import { StaffGate } from "./StaffGate";

const AcceptScreen = lazyComponent(async () => {
  const [{ AcceptScreen }] = await Promise.all([
    import("./entry/accept/AcceptScreen"),
    loadWords(["adminAccept", "account"]),
  ]);
  return AcceptScreen;
});

const ForgotScreen = lazyComponent(async () => {
  const [{ ForgotScreen }] = await Promise.all([
    import("./entry/accept/ForgotScreen"),
    loadWords(["staffForgot"]),
  ]);
  return ForgotScreen;
});

/** The staff app. Invitation and password links work without a session. A partner's manager goes to the portal. */
export function AdminApp() {
  const { pathname } = useLocation();
  const link = useMatch(`${adminPaths.accept}/:token?`);
  const forgot = useMatch(adminPaths.forgot);
  const waiting = <main className={css.alone} aria-busy="true" />;
  if (forgot) return <ForgotScreen waiting={waiting} />;
  if (link) return <AcceptScreen token={link.params.token} waiting={waiting} />;
  return (
    <StaffGate>
      {(me) =>
        me.role === "merchant" ? (
          <Navigate to={pathname === adminPaths.account ? portalPaths.account : portalPaths.home} replace />
        ) : (
          <AdminFrame me={me} />
        )
      }
    </StaffGate>
  );
}
