import { useLocation, useNavigate } from "react-router";

/** The way back, if the member came from a screen that asked for the icon. */
export function useBack(): (() => void) | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const asked: unknown = state;
  const shown =
    typeof asked === "object" && asked !== null && "showBackIcon" in asked && asked.showBackIcon === true;
  return shown ? () => navigate(-1) : undefined;
}
