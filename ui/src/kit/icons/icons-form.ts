// Icons of the login and the fields. In their own file, so that Home does not load them.
import { icon } from "./Icon";

export const FingerprintIcon = icon(
  "M5.5 9.5a7 7 0 0 1 13 2.5c.1 2.5 0 4-.5 6|M4.5 14.5c.3-1 .4-1.7.4-2.5|M8 17.5c.6-1.8.8-3.4.7-5.5a3.3 3.3 0 0 1 6.6-.2c.1 3-.2 5.2-1.1 7.7|M12 12c.1 3-.3 5.4-1.3 8",
);
export const EyeOffIcon = icon(
  "M2.8 12C5 7.8 8.2 5.8 12 5.8s7 2 9.2 6.2c-2.2 4.2-5.4 6.2-9.2 6.2S5 16.2 2.8 12Z|M5 19.5 19 4.5",
);
export const SearchIcon = icon("M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z|M15.3 15.3 20.5 20.5");
