import { useLocation, useNavigate } from "react-router";
import { cameFrom } from "../../kit/screen/cameFrom";
import { useStillHere } from "../../kit/screen/useStillHere";
import { paths } from "../../shared/paths";

/** Leads to the profile once something is saved: back, where it came from there, so that it is not there twice. */
export function useBackToProfile(): () => void {
  const navigate = useNavigate();
  const from = cameFrom(useLocation().state);
  // Whoever has left meanwhile is led nowhere, and nobody twice.
  const here = useStillHere();
  return () => {
    if (!here.current) return;
    here.current = false;
    if (from === paths.profile) navigate(-1);
    else navigate(paths.profile, { replace: true });
  };
}
