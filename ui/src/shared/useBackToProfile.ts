import { useLocation, useNavigate } from "react-router";
import { cameFrom } from "../kit/screen/cameFrom";
import { useStillHere } from "../kit/screen/useStillHere";
import { paths } from "./paths";

/** Leads to the profile after saving. Goes back if the member came from there, else replaces this entry. */
export function useBackToProfile(): () => void {
  const navigate = useNavigate();
  const from = cameFrom(useLocation().state);
  // Does nothing if the member has left the screen meanwhile, and acts only once.
  const here = useStillHere();
  return () => {
    if (!here.current) return;
    here.current = false;
    if (from === paths.profile) navigate(-1);
    else navigate(paths.profile, { replace: true });
  };
}
