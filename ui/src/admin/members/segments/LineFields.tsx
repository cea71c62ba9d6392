import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { IconButton } from "../../../kit/buttons/Button";
import { decimalNumber, wholeNumber } from "../../../kit/form/numbers";
import { CloseIcon } from "../../../kit/icons/icons-basic";
import { PickMany } from "../../catalogue/rules/PickMany";
import { allOf, items, partners } from "../../kit/editor/kinds";
import { CHOSEN, ChoiceSlot } from "./ChoiceSlot";
import type { LineForm } from "./form";
import css from "./Segments.module.css";
import { KINDS, type Kind } from "./segments";

/** The values that stand within the sentence of a line. */
const TYPED = ["days", "visits", "hkd", "min", "max", "atLeast", "from", "until"] as const;
type Typed = (typeof TYPED)[number];
type InSentence = Typed | (typeof CHOSEN)[number];

const isChosen = (name: InSentence): name is (typeof CHOSEN)[number] => CHOSEN.some((one) => one === name);

interface LineFieldsProps {
  line: LineForm;
  /** The place of the line in the form, which the server's errors name. */
  at: number;
  disabled: boolean;
  wrong: Record<string, string>;
  onChange(line: LineForm): void;
  onRemove?: (() => void) | undefined;
}

/** One condition as a sentence whose values are fields. */
export function LineFields({ line, at, disabled, wrong, onChange, onRemove }: LineFieldsProps) {
  const { t } = useTranslation("adminSegments");
  const id = useId();
  const set = (part: Partial<LineForm>) => onChange({ ...line, ...part });
  const errors = Object.entries(wrong).filter(([field]) => field.startsWith(`conditions.lines[${at}].`));
  return (
    <fieldset className={css.line} aria-describedby={errors.length > 0 ? id : undefined}>
      <legend className={css.legend}>{t("lineNumber", { number: at + 1 })}</legend>
      <p className={css.sentence}>
        <select
          className={css.slot}
          aria-label={t("values.not")}
          value={line.not ? "not" : "is"}
          disabled={disabled}
          onChange={(event) => set({ not: event.currentTarget.value === "not" })}
        >
          <option value="is">{t("fits")}</option>
          <option value="not">{t("fitsNot")}</option>
        </select>{" "}
        <select
          className={css.slot}
          aria-label={t("values.kind")}
          value={line.kind}
          disabled={disabled}
          onChange={(event) => {
            const kind = KINDS.find((one) => one === event.currentTarget.value);
            if (kind) set({ kind });
          }}
        >
          {KINDS.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kinds.${kind}`)}
            </option>
          ))}
        </select>{" "}
        <Sentence kind={line.kind}>
          {(name) =>
            isChosen(name) ? (
              <ChoiceSlot name={name} line={line} disabled={disabled} set={set} />
            ) : (
              <Slot
                name={name}
                value={line[name]}
                disabled={disabled}
                onChange={(value) => set({ [name]: value })}
              />
            )
          }
        </Sentence>
      </p>
      {onRemove && (
        <div className={css.drop}>
          <IconButton label={t("removeLine", { number: at + 1 })} disabled={disabled} onClick={onRemove}>
            <CloseIcon size={18} />
          </IconButton>
        </div>
      )}
      <Choices line={line} disabled={disabled} set={set} />
      {errors.length > 0 && (
        <p id={id} className={css.wrong} role="alert">
          {errors.map(([, message]) => message).join(" ")}
        </p>
      )}
    </fieldset>
  );
}

/** The words of a kind, with a field in place of each name in brackets. */
function Sentence({ kind, children }: { kind: Kind; children(name: InSentence): ReactNode }) {
  const { t } = useTranslation("adminSegments");
  const parts = t(`lines.${kind}`).split(/\[(\w+)\]/);
  return parts.map((part, index) => {
    const name = [...TYPED, ...CHOSEN].find((one) => one === part);
    // The parts between brackets stand at odd places.
    return <span key={`${kind}-${part}`}>{index % 2 === 1 && name ? children(name) : part}</span>;
  });
}

interface SlotProps {
  name: Typed;
  value: string;
  disabled: boolean;
  onChange(value: string): void;
}

const MOST_DIGITS = 10;

function Slot({ name, value, disabled, onChange }: SlotProps) {
  const { t } = useTranslation("adminSegments");
  const isDay = name === "from" || name === "until";
  const isPoints = name === "min" || name === "max";
  return (
    <input
      className={`${css.slot} ${isDay ? css.day : css.number} ${isPoints ? css.points : ""}`}
      type={isDay ? "date" : "text"}
      inputMode={isDay ? undefined : name === "hkd" ? "decimal" : "numeric"}
      autoComplete="off"
      aria-label={t(`values.${name}`)}
      placeholder={isDay ? undefined : t("any")}
      value={value}
      disabled={disabled}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const read = name === "hkd" ? decimalNumber(typed, MOST_DIGITS) : wholeNumber(typed, MOST_DIGITS);
        onChange(isDay ? typed : (read ?? value));
      }}
    />
  );
}

interface ChoicesProps {
  line: LineForm;
  disabled: boolean;
  set(part: Partial<LineForm>): void;
}

/** The partners, rewards or languages of a line. */
function Choices({ line, disabled, set }: ChoicesProps) {
  const { t } = useTranslation("adminSegments");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const shops = useQuery({ ...allOf(partners), enabled: line.kind === "visited" }).data ?? [];
  const rewards = useQuery({ ...allOf(items), enabled: line.kind === "bought" }).data ?? [];
  const named = (rows: typeof shops | typeof rewards) =>
    rows.map(({ _id, name }) => ({ value: _id, label: localized(name, language) }));
  const part = { disabled, error: undefined };
  switch (line.kind) {
    case "visited":
      return (
        <PickMany
          {...part}
          name="partners"
          label={t("values.partners")}
          any={t("anyPartner")}
          value={line.partners}
          options={named(shops)}
          onChange={(value) => set({ partners: value })}
        />
      );
    case "bought":
      return (
        <PickMany
          {...part}
          name="items"
          label={t("values.items")}
          any={t("anyReward")}
          value={line.items}
          options={named(rewards)}
          onChange={(value) => set({ items: value })}
        />
      );
    case "language":
      return (
        <PickMany
          {...part}
          name="languages"
          label={t("values.languages")}
          any={t("chooseLanguage")}
          value={line.languages}
          options={LANGUAGES.map((value) => ({ value, label: common(`languages.${value}`) }))}
          onChange={(value) => set({ languages: value })}
        />
      );
    default:
      return null;
  }
}
