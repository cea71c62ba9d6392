// Icons of the member screens. In their own file, so that the first load does not contain them.
import { icon } from "./Icon";

export const PhoneIcon = icon(
  "M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1Z|M10.8 17.5h2.4",
);
export const CouponIcon = icon(
  "M3.5 6.5h17v3.7a1.9 1.9 0 0 0 0 3.6v3.7h-17v-3.7a1.9 1.9 0 0 0 0-3.6V6.5Z|M14.5 7v1.5|M14.5 11.2v1.6|M14.5 15.5V17|*M9 9.3c1.7 1.5 1.7 3.9 0 5.4-1.7-1.5-1.7-3.9 0-5.4Z",
);
export const ArrowInIcon = icon("M17 7 7 17|M15 17H7V9");
export const ArrowOutIcon = icon("M7 17 17 7|M9 7h8v8");
export const ShieldIcon = icon(
  "M12 3.5 19 6v5.5c0 4.2-2.7 7.2-7 9-4.3-1.8-7-4.8-7-9V6l7-2.5Z|*M12 8.2c2 1.7 2 4.3 0 6-2-1.7-2-4.3 0-6Z",
);
export const OpenIcon = icon(
  "M13.5 4H20v6.5|M20 4l-9 9|M17.5 14v4.5a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 18.5V8a1.5 1.5 0 0 1 1.5-1.5H10",
);
export const TransferIcon = icon("M4 8.5h14|M14.5 5 18 8.5 14.5 12|M20 15.5H6|M9.5 12 6 15.5 9.5 19");
export const EditIcon = icon(
  "M5 19l.8-4L15.5 5.3a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L9 18.2 5 19Z|M13.5 7.3l3.2 3.2",
);
export const MailIcon = icon("M3.5 6h17v12.5h-17z|M3.5 7l8.5 6.5L20.5 7");
export const SlidersIcon = icon(
  "M4 7.5h9|M18 7.5h2|M4 16.5h3|M12 16.5h8|*M15.5 5.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z|*M9.5 14.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z",
);
export const GuideIcon = icon(
  "M12 6.5C10 5 7.5 4.5 4 4.8V18c3.5-.3 6 .2 8 1.7 2-1.5 4.5-2 8-1.7V4.8c-3.5-.3-6 .2-8 1.7Z|M12 6.5v13.2",
);
export const LeafIcon = icon(
  "M5 19C4.5 10 9 4.5 19.5 4.5 20 14.5 14.500 19.500 5 19Z|M4 20.500 13 11.500|*M13.500 8.500c2 .5 2.500 2.500 1.500 4-2-.5-2.500-2.500-1.500-4Z",
);
export const StampIcon = icon(
  "M5 5h14v14H5z|M9 10.2a1.2 1.2 0 1 1 0-2.4 1.2 1.2 0 0 1 0 2.4Z|M15 10.2a1.2 1.2 0 1 1 0-2.4 1.2 1.2 0 0 1 0 2.4Z|M9 16.2a1.2 1.2 0 1 1 0-2.4 1.2 1.2 0 0 1 0 2.4Z|M13.6 15h2.8",
);
export const LogOutIcon = icon("M13 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h7|M10 12h10|M16.5 8.5 20 12l-3.5 3.5");
export const WalletIcon = icon(
  "M4 7.5V17a2 2 0 0 0 2 2h13.5V9H5.5A1.5 1.5 0 0 1 4 7.5 1.5 1.5 0 0 1 5.5 6H17v3|*M15.8 12.7a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z",
);
export const TorchIcon = icon(
  "M8 3.5h8v3.5l-2 3V20h-4V10L8 7V3.5Z|M8 7h8|*M12 12.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z",
);
export const EraseIcon = icon("M9 6h11v12H9l-5.5-6L9 6Z|M12 9.5l5 5|M17 9.5l-5 5");
export const CopyIcon = icon("M8.5 8.5H20V20H8.5z|M15.5 8.5V4H4v11.5h4.5");
export const KeypadIcon = icon(
  "M5 5h3v3H5z|M10.5 5h3v3h-3z|M16 5h3v3h-3z|M5 10.5h3v3H5z|M10.5 10.5h3v3h-3z|M16 10.5h3v3h-3z|M10.5 16h3v3h-3z",
);
export const CalendarIcon = icon(
  "M4.5 6.5h15V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V6.5Z|M4.5 10.5h15|M8.5 4v4|M15.5 4v4|*M12 12.5c1.4 1.3 1.4 3.2 0 4.5-1.4-1.3-1.4-3.2 0-4.5Z",
);
export const ClockIcon = icon("M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z|M12 7v5.3l3.5 2");
export const HeartIcon = icon(
  "M12 20C6.5 16.5 3.5 13.2 3.5 9.4 3.5 6.7 5.5 4.8 7.9 4.8c1.7 0 3.2.9 4.1 2.5.9-1.6 2.4-2.5 4.1-2.5 2.4 0 4.4 1.9 4.4 4.6 0 3.8-3 7.1-8.5 10.6Z",
);
export const HeartFilledIcon = icon(
  "*M12 20C6.5 16.5 3.5 13.2 3.5 9.4 3.5 6.7 5.5 4.8 7.9 4.8c1.7 0 3.2.9 4.1 2.5.9-1.6 2.4-2.5 4.1-2.5 2.4 0 4.4 1.9 4.4 4.6 0 3.8-3 7.1-8.5 10.6Z",
);
export const TurnCameraIcon = icon(
  "M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5V17.5A1.5 1.5 0 0 1 18.5 19h-13A1.5 1.5 0 0 1 4 17.5Z|M8.8 13.2a3.3 3.3 0 0 1 6-1.8|M15 9.3v2.2h-2.2|M15.2 12.8a3.3 3.3 0 0 1-6 1.8|M9 16.700v-2.2h2.2",
);
export const PictureIcon = icon(
  "M4 5h16v14H4z|M4 16l5-5 4 4 2.5-2.5L20 17|*M15.5 8a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z",
);
export const LockIcon = icon(
  "M5.5 10.5h13V19a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-8.5Z|M8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5|*M12 12.7c1.3 1.2 1.3 3 0 4.2-1.3-1.2-1.3-3 0-4.2Z",
);
export const PlaceIcon = icon(
  "M12 21c-4.5-5-6.5-8.2-6.5-11a6.5 6.5 0 0 1 13 0c0 2.8-2 6-6.5 11Z|*M12 7.3c1.9 1.6 1.9 3.9 0 5.5-1.9-1.6-1.9-3.9 0-5.5Z",
);
export const HelpIcon = icon(
  "M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z|M9.6 9.6a2.5 2.5 0 1 1 3.4 2.5c-.7.3-1 .8-1 1.5v.4|M12 16.9v.2",
);
export const FlagIcon = icon("M6 21V4|M6 5h12l-2.5 4L18 13H6");
export const ReceiptIcon = icon(
  "M5 4.5h14v15l-2.3-1.5-2.4 1.5-2.3-1.5-2.3 1.5L7.3 18 5 19.5v-15Z|M8.5 9h7|M8.5 13h4.5",
);
