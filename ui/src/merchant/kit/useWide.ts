import { useMedia } from "../../kit/screen/useMedia";

/** Tablet: camera on the left, keys on the right. */
export const useWide = () => useMedia("(min-width: 900px)");
