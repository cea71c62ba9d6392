// Icons of Home. In their own file, so that the first load does not contain all members' icons.
import { icon } from "./Icon";

export const ScanIcon = icon(
  "M4 8.5V5.5A1.5 1.5 0 0 1 5.5 4h3|M15.5 4h3A1.5 1.5 0 0 1 20 5.5v3|M20 15.5v3a1.5 1.5 0 0 1-1.5 1.5h-3|M8.5 20h-3A1.5 1.5 0 0 1 4 18.5v-3|*M12 7.8c3 2.5 3 5.9 0 8.4-3-2.5-3-5.9 0-8.4Z",
);
export const BellIcon = icon(
  "M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.7h-15L6 16.5Z|M12 5V3.2|*M9.8 18.8h4.4c-.2 1.5-1 2.3-2.2 2.3s-2-.8-2.2-2.3Z",
);
