import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

function markIn(state: unknown): unknown {
  return typeof state === "object" && state !== null && "coupon" in state ? state.coupon : undefined;
}

/**
 * While mounted, an entry of its own stands in the history, so that Back comes to `onBack`
 * instead of leaving. The answer takes the entry off again.
 */
export function useBackOnce(id: string, onBack: () => void): () => void {
  const location = useLocation();
  const navigate = useNavigate();
  const told = useRef(onBack);
  told.current = onBack;
  const stood = useRef(false);
  useEffect(() => {
    const state: unknown = location.state;
    if (markIn(state) === id) {
      stood.current = true;
      return;
    }
    if (stood.current) told.current();
    const kept = typeof state === "object" ? state : {};
    navigate(`${location.pathname}${location.search}`, { state: { ...kept, coupon: id } });
  }, [location, navigate, id]);
  return () => {
    if (markIn(location.state) === id) navigate(-1);
  };
}
