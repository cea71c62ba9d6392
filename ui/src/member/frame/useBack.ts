import { useLocation, useNavigate } from "react-router";

/** Goes back; undefined unless the previous screen asked for a back icon (`withBack`). */
export function useBack(): (() => void) | undefined {
  const { state } = useLocation();
  const navigate = useNavigate();
  const asked: unknown = state;
  const shown =
    typeof asked === "object" && asked !== null && "showBackIcon" in asked && asked.showBackIcon === true;
  return shown ? () => navigate(-1) : undefined;
}
