// Icons of the admin app.
import { icon } from "./Icon";

export const DashboardIcon = icon(
  "M4.5 4.5h6v6h-6z|M13.5 4.5h6v6h-6z|M4.5 13.5h6v6h-6z|*M16.5 13c2.3 2 2.3 5 0 7-2.3-2-2.3-5 0-7Z",
);
export const MembersIcon = icon(
  "M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z|M2.8 19c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6|M15.5 5.4a3.3 3.3 0 0 1 0 6.2|M17.5 14.7c2 .6 3.3 2 3.7 4.3",
);
export const ArticlesIcon = icon(
  "M4 5h13v14H5.5A1.5 1.5 0 0 1 4 17.5V5Z|M17 9h3v8.5a1.5 1.5 0 0 1-3 0|M7 9h7|M7 12.5h7|M7 16h4",
);
export const SettlementIcon = icon(
  "M5 4.5h14v15l-2.3-1.5-2.4 1.5-2.3-1.5-2.3 1.5L7.3 18 5 19.5v-15Z|M8.5 9h7|M8.5 13h4.5",
);
export const PartnersIcon = icon(
  "M5 10v9.5h14V10|M3.5 9.5 5.5 4.5h13l2 5a2.8 2.8 0 0 1-5.6 0 2.8 2.8 0 0 1-5.8 0 2.8 2.8 0 0 1-5.6 0Z|*M12 13.5c1.5 1.3 1.5 3 1.5 6h-3c0-3 0-4.7 1.5-6Z",
);
export const CampaignIcon = icon(
  "M4 4h6v6H4z|M14 4h6v6h-6z|M4 14h6v6H4z|*M14 14h2.5v2.5H14z|*M17.5 17.5H20V20h-2.5z|*M6.2 6.2h1.6v1.6H6.2z|*M16.2 6.2h1.6v1.6h-1.6z|*M6.2 16.2h1.6v1.6H6.2z",
);
export const AuditIcon = icon(
  "M8.5 6.5H20|M8.5 12H20|M8.5 17.5H20|*M4.5 5.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z|*M4.5 10.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z|*M4.5 16.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z",
);
export const WatchIcon = icon("M12 4 21 19.5H3L12 4Z|*M12 10.4c2 1.7 2 4.3 0 6-2-1.7-2-4.3 0-6Z");
export const ServerIcon = icon(
  "M4.5 5h15v5.5h-15z|M4.5 13.5h15V19h-15z|*M7.8 6.7a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z|*M7.8 15.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z",
);
export const PulseIcon = icon("M3.5 12.5h4l2.5-6.5 4 12 2.5-5.5h4");
export const DownIcon = icon("M5 9.5l7 7 7-7");
export const UpIcon = icon("M5 14.5l7-7 7 7");
export const ArrowDownIcon = icon("M12 5v14|M6.5 13.5 12 19l5.5-5.5");
export const ArrowUpIcon = icon("M12 19V5|M6.5 10.5 12 5l5.5 5.5");
export const BinIcon = icon("M4.5 7h15|M9 7V4.5h6V7|M6.5 7l.8 12.5h9.4L17.5 7|M10 10.5v5.5|M14 10.5v5.5");
export const HeadingIcon = icon(
  "M4 5v14|M12 5v14|M4 12h8|M16 10.5c.3-1.2 1.2-2 2.4-2 1.4 0 2.4.9 2.4 2.2 0 2.3-4.8 4.3-4.8 8h5",
);
export const BoldIcon = icon("M7 4.5h5.5a3.5 3.5 0 0 1 0 7H7v-7Z|M7 11.5h6.5a4 4 0 0 1 0 8H7v-8Z");
export const ItalicIcon = icon("M10 4.5h7|M7 19.5h7|M14 4.5l-4 15");
export const ListIcon = icon("M9 6.5h11|M9 12h11|M9 17.5h11|M4.5 6.5h.01|M4.5 12h.01|M4.5 17.5h.01");
export const QuoteIcon = icon("M5 7h5v5c0 3-1.5 4.5-4 5|M14 7h5v5c0 3-1.5 4.5-4 5");
export const LinkIcon = icon(
  "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2|M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2",
);
export const ImageIcon = icon(
  "M4 5h16v14H4z|M4 16l5-5 4 4 2.5-2.5L20 17|*M15.5 8a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z",
);
export const UndoIcon = icon("M8.5 5 4.5 9l4 4|M4.5 9h9a5.5 5.5 0 0 1 0 11H9");
export const RedoIcon = icon("M15.5 5l4 4-4 4|M19.5 9h-9a5.5 5.5 0 0 0 0 11H15");
export const NumberedListIcon = icon(
  "M10 6.5h10|M10 12h10|M10 17.5h10|M4 5.5 5.5 4.5v4|M4 15.6c.3-.9 2.4-1 2.4.4 0 1.2-2.4 1.7-2.4 3h2.6",
);
export const DownloadIcon = icon("M12 4v11|M7.5 11 12 15.5 16.5 11|M4.5 19.5h15");
export const UploadIcon = icon("M12 15.5V4.5|M7.5 8.5 12 4l4.5 4.5|M4.5 19.5h15");
export const PrintIcon = icon("M7 9V4h10v5|M7 17H4V9h16v8h-3|M7 14h10v6H7z");
export const FilterIcon = icon("M4 6h16|M7 12h10|M10 18h4");
export const PlusIcon = icon("M12 5v14|M5 12h14");
export const MinusIcon = icon("M5 12h14");
export const GripIcon = icon(
  "*M9 5a1.4 1.4 0 1 1 0 2.8A1.4 1.4 0 0 1 9 5Z|*M15 5a1.4 1.4 0 1 1 0 2.8A1.4 1.4 0 0 1 15 5Z|*M9 10.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z|*M15 10.6a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z|*M9 16.2a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z|*M15 16.2a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8Z",
);
export const MoreIcon = icon(
  "*M5.5 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z|*M12 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z|*M18.5 10.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z",
);
