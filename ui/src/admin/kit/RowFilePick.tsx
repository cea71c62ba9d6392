import { useTranslation } from "react-i18next";
import { download } from "../../device/download";
import { Button } from "../../kit/buttons/Button";
import content from "./editor/Content.module.css";
import { FilePick } from "./FilePick";
import { Select } from "./Inputs";
import { ENCODINGS, type Encoding } from "./textFile";
import type { RowFile } from "./useRowFile";

interface RowFilePickProps {
  name: string;
  file: RowFile<object>;
  /** Example files. */
  samples: { name: string; text: string; label?: string }[];
}

/** Picks a file of rows, and its encoding if it is not UTF-8. */
export function RowFilePick({ name, file: { opened, reading, open, look }, samples }: RowFilePickProps) {
  const { t } = useTranslation("admin");
  return (
    <>
      <div className={content.bar}>
        <FilePick name={name} accept=".csv,text/csv,text/plain" onPick={(file) => void open(file)}>
          {t(opened ? "rowFile.another" : "rowFile.choose")}
        </FilePick>
        {samples.map((sample) => (
          <Button
            key={sample.name}
            kind="text"
            small
            onClick={() => download(`${sample.name}.csv`, `\uFEFF${sample.text}`, "text/csv")}
          >
            {sample.label ?? t("rowFile.sample")}
          </Button>
        ))}
      </div>
      {opened?.encoding && (
        <Select<Encoding>
          name="encoding"
          label={t("rowFile.encoding")}
          hint={t("rowFile.encodingHint")}
          value={opened.encoding}
          options={ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(encoding) => void look(opened, encoding)}
        />
      )}
      {reading && <p role="status">{t("rowFile.reading")}</p>}
    </>
  );
}
