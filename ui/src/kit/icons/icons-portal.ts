import { icon } from "./Icon";

export const ChartIcon = icon("M4.5 4v15.5H20|M8.5 16v-4|M12.5 16V8|M16.5 16v-6");
export const TillIcon = icon(
  "M4.5 4.5h15v10h-15z|M12 14.500v4|M8 19.500h8|*M12 7.5c1.6 1.3 1.6 3 0 4.3-1.600-1.300-1.600-3 0-4.300Z",
);
