import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/buttons/Button";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { SearchIcon } from "../../kit/icons/icons-form";
import text from "../../kit/styles/text.module.css";
import css from "../admin.module.css";
import { isTyping } from "./keys";

const PAUSE_MS = 250;

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch(text: string): void;
}

/** Searches shortly after the last key, or at once on Enter. The slash key moves the focus here. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const { t } = useTranslation("admin");
  const [typed, setTyped] = useState(value);
  const [came, setCame] = useState(value);
  if (came !== value) {
    setCame(value);
    setTyped(value);
  }
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onSearch]);
  useEffect(() => {
    const slash = (event: KeyboardEvent) => {
      if (event.key !== "/" || isTyping(event)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", slash);
    return () => window.removeEventListener("keydown", slash);
  }, []);
  return (
    <search className={css.search}>
      <form
        className={css.bare}
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(typed.trim());
        }}
      >
        <SearchIcon size={20} />
        <input
          ref={input}
          type="search"
          aria-label={label}
          aria-keyshortcuts="/"
          placeholder={label}
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {typed && (
          <IconButton
            label={t("clearSearch")}
            onClick={() => {
              setTyped("");
              onSearch("");
              input.current?.focus();
            }}
          >
            <CloseIcon size={18} />
          </IconButton>
        )}
      </form>
    </search>
  );
}

interface FilterProps<V extends string> {
  label: string;
  icon?: ReactNode;
  value: V;
  options: readonly { value: V; label: string }[];
  onChoose(value: V): void;
  /** The text of the button before a further filter is chosen; afterwards an option has that text. */
  disabled?: boolean;
}

/** A filter with one choice, above a list. */
export function Filter<V extends string>({
  label,
  icon,
  value,
  options,
  onChoose,
  disabled,
}: FilterProps<V>) {
  return (
    <label className={css.bare}>
      {icon}
      <span className={text.sr}>{label}</span>
      <select
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

interface AnyOfProps<V extends string> {
  label: string;
  icon?: ReactNode;
  /** Label while nothing is chosen. */
  any: string;
  of: readonly V[];
  word(value: V): string;
  value: V | undefined;
  onChoose(value: V | ""): void;
}

/** A filter with one choice or any, above a list. */
export function AnyOf<V extends string>({ any, of, word, value, ...filter }: AnyOfProps<V>) {
  const options = of.map((one) => ({ value: one, label: word(one) }));
  return <Filter<V | ""> {...filter} value={value ?? ""} options={[{ value: "", label: any }, ...options]} />;
}
