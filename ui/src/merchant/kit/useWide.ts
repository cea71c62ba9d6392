import { useMedia } from "../../kit/screen/useMedia";

/** A tablet: the camera stays on the left, the keys on the right. */
export const useWide = () => useMedia("(min-width: 900px)");
