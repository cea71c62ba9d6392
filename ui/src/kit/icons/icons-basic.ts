// Icons of the frame, the fields and the login. They are part of the first load, so add no others.
import { icon } from "./Icon";

export const CheckIcon = icon("M4.5 12.5l5 5 10-11");
export const WarnIcon = icon("M12 4 21 19.5H3L12 4Z|M12 10v4.5|*M12 16.2a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z");
export const EyeIcon = icon(
  "M2.8 12C5 7.8 8.2 5.8 12 5.8s7 2 9.2 6.2c-2.2 4.2-5.4 6.2-9.2 6.2S5 16.2 2.8 12Z|*M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6Z",
);
export const UserIcon = icon(
  "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8Z|M4.5 20c.8-3.6 3.8-5.5 7.5-5.5s6.7 1.9 7.5 5.5",
);
export const InfoIcon = icon(
  "M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z|M12 11v5.5|*M12 6.7a1.15 1.15 0 1 1 0 2.3 1.15 1.15 0 0 1 0-2.3Z",
);
export const BackIcon = icon("M14.5 5 7.5 12l7 7");
export const ChevronIcon = icon("M9.5 5l7 7-7 7");
export const CloseIcon = icon("M6 6l12 12|M18 6 6 18");
export const HomeIcon = icon(
  "M3.5 11.2 12 4l8.5 7.2|M5.5 9.8V19a1 1 0 0 0 1 1h11a1 1 0 0 0 1-1V9.8|*M12 11.2c2.3 2 2.3 4.9 0 6.9-2.3-2-2.3-4.9 0-6.9Z",
);
export const ExploreIcon = icon(
  "M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z|*M16.2 7.8c-.2 3.6-2.7 7.3-8.4 8.4 .2-3.6 2.7-7.3 8.4-8.4Z",
);
export const RedeemIcon = icon(
  "M4.5 11.5h15V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-7.5Z|M3.5 8.2h17v3.3h-17z|M12 8.2V20|*M12 8C8.3 8 6.6 6.4 6.4 3.4 9.9 3.5 11.8 5 12 8Z|*M12 8c3.7 0 5.4-1.6 5.6-4.6C14.1 3.5 12.2 5 12 8Z",
);
export const SavedIcon = icon(
  "M6.5 3.8h11a1 1 0 0 1 1 1V20.2L12 16.2l-6.5 4V4.8a1 1 0 0 1 1-1Z|*M12 6.6c2.1 1.8 2.1 4.3 0 6.1-2.1-1.8-2.1-4.3 0-6.1Z",
);
export const RetryIcon = icon("M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9|M19.5 4.5V9H15");
export const MenuIcon = icon("M4 7h16|M4 12h16|M4 17h16");
