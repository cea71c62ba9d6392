import { Navigate, Route, Routes } from "react-router";
import css from "./admin.module.css";
import { firstPageOf } from "./entry/frame/nav";
import { NotFound } from "./entry/NotFound";
import { below } from "./paths";
import { may, type Staff } from "./roles";
import { Enrolment, SCREENS } from "./screens";

const waiting = <div className={css.body} aria-busy="true" />;

/** The screens for a role. Screens of other roles redirect to its first; unknown addresses show NotFound. */
export function AdminRoutes({ me: { role, enrolmentRequired } }: { me: Staff }) {
  // The server allows such a session only to set up the second factor.
  if (enrolmentRequired) return <Enrolment waiting={waiting} />;
  const first = firstPageOf(role);
  return (
    <Routes>
      {SCREENS.filter(({ needs }) => needs === undefined || may(role, needs)).map(({ path, Screen }) => (
        <Route key={path} path={below(path)} element={<Screen waiting={waiting} />} />
      ))}
      {[...SCREENS.map(({ path }) => below(path)), ""].map((path) => (
        <Route key={`not ${path}`} path={path} element={<Navigate to={first} replace />} />
      ))}
      <Route path="*" element={<NotFound first={first} />} />
    </Routes>
  );
}
