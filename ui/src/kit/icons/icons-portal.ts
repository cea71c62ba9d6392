import { icon } from "./Icon";

export const ChartIcon = icon("M4.5 4v15.5H20|M8.5 16v-4|M12.5 16V8|M16.5 16v-6");
export const TillIcon = icon(
  "M4.5 4.5h15v10h-15z|M12 14.500v4|M8 19.500h8|*M12 7.5c1.6 1.3 1.6 3 0 4.3-1.600-1.300-1.600-3 0-4.300Z",
);
export const ScannerGunIcon = icon(
  "M4 5h11.5l3.5 2v3.5l-3.5 1.5H4z|M8.5 12 7 20h4l1.2-4.5|M12.2 15.5h1.3l1-3.5|*M15.5 7.500c1 .8 1 1.9 0 2.7-1-.8-1-1.9 0-2.700Z",
);
export const CameraIcon = icon(
  "M3.5 7.500h4l1.5-2.500h6l1.5 2.500h4V19h-17z|M12 9.500a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z",
);
