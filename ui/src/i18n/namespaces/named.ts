import i18next from "i18next";
import { programmeName } from "../../device/programmeName";

// Every sentence that names the programme comes with these words: its name is there before it is said.
i18next.options.interpolation = {
  ...i18next.options.interpolation,
  defaultVariables: { programme: programmeName },
};
