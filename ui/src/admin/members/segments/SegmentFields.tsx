import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import css from "../../admin.module.css";
import { addedLine, type SegmentForm } from "./form";
import { LineFields } from "./LineFields";
import own from "./Segments.module.css";

const MOST_LINES = 12;
const MATCHES = ["all", "any"] as const;

interface SegmentFieldsProps {
  form: SegmentForm;
  /** True if the members were named one by one. Then no conditions are shown. */
  list: boolean | undefined;
  disabled: boolean;
  /** The server's errors by field. */
  wrong: Record<string, string>;
  onChange(form: SegmentForm): void;
}

/** The name of a segment, and who belongs. */
export function SegmentFields({ form, list, disabled, wrong, onChange }: SegmentFieldsProps) {
  const { t } = useTranslation("adminSegments");
  return (
    <section className={css.panel}>
      <Field
        name="name"
        label={t("name")}
        value={form.name}
        maxLength={80}
        required
        disabled={disabled}
        error={wrong.name}
        onChange={(name) => onChange({ ...form, name })}
      />
      {list ? (
        <p className={css.soft}>{t("list.text")}</p>
      ) : (
        <Who form={form} disabled={disabled} wrong={wrong} onChange={onChange} />
      )}
    </section>
  );
}

/** The conditions of belonging. */
function Who({ form, disabled, wrong, onChange }: Omit<SegmentFieldsProps, "list">) {
  const { t } = useTranslation("adminSegments");
  const { lines } = form;
  return (
    <>
      <div className={own.who}>
        <h2>{t("who")}</h2>
        <select
          className={own.slot}
          aria-label={t("values.match")}
          value={form.match}
          disabled={disabled}
          onChange={(event) => {
            const match = MATCHES.find((one) => one === event.currentTarget.value);
            if (match) onChange({ ...form, match });
          }}
        >
          {MATCHES.map((match) => (
            <option key={match} value={match}>
              {t(`matches.${match}`)}
            </option>
          ))}
        </select>
      </div>
      {lines.map((line, at) => (
        <LineFields
          key={line.key}
          line={line}
          at={at}
          disabled={disabled}
          wrong={wrong}
          onChange={(next) => onChange({ ...form, lines: lines.with(at, next) })}
          onRemove={
            lines.length > 1 && !disabled
              ? () => onChange({ ...form, lines: lines.filter(({ key }) => key !== line.key) })
              : undefined
          }
        />
      ))}
      {!disabled && lines.length < MOST_LINES && (
        <div className={own.add}>
          <Button
            kind="quiet"
            small
            icon={<PlusIcon size={20} />}
            onClick={() => onChange({ ...form, lines: [...lines, addedLine(lines, "balance")] })}
          >
            {t("addLine")}
          </Button>
        </div>
      )}
    </>
  );
}
