import { type FormEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { Modal } from "../../../kit/dialog/Dialog";
import { AuditIcon } from "../../../kit/icons/icons-admin";
import { SearchIcon } from "../../../kit/icons/icons-form";
import text from "../../../kit/styles/text.module.css";
import { adminPaths } from "../../paths";
import { may, type Role } from "../../roles";
import css from "./FindDialog.module.css";
import { Results } from "./Results";
import { type Result, type ResultGroup, recentResults, rememberResult } from "./results";
import { useFoundPages } from "./useFoundPages";
import { useFoundRecords } from "./useFoundRecords";

const PAUSE_MS = 250;
const NONE: readonly ResultGroup[] = [];

/** Finds pages, people, receipts, content, rules and settings by one text, and opens one of them. */
export function FindDialog({ role, onClose }: { role: Role; onClose(): void }) {
  const { t } = useTranslation("adminFind");
  const navigate = useNavigate();
  const [id, list] = [useId(), useId()];
  const [typed, setTyped] = useState("");
  const q = typed.trim();
  const settled = useSettled(q);
  const pages = useFoundPages(q, role);
  const found = useFoundRecords(settled, role);
  const recent: ResultGroup = { key: "recent", results: recentResults() };
  const everything = useEverything(q, role);
  const groups = q === "" ? [recent] : [...pages, ...(settled === "" ? NONE : found.groups), everything];
  const results = groups.flatMap((group) => group.results);
  const [place, setPlace] = useState(0);
  // If the list has become shorter, the chosen place must not be past its end.
  const chosen = Math.min(place, results.length - 1);
  const open = (result: Result | undefined, newTab: boolean) => {
    if (!result) return;
    rememberResult(result);
    if (newTab) {
      window.open(result.to, "_blank", "noopener");
      return;
    }
    onClose();
    navigate(result.to);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : results.length - 1;
      if (results.length > 0) setPlace((chosen + step) % results.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      event.preventDefault();
      open(results[chosen], event.ctrlKey || event.metaKey);
    }
  };
  const waits = q !== settled || found.loading;
  return (
    <Modal className={css.find} labelledBy={id} onClose={onClose} light>
      <h2 id={id} className={text.sr}>
        {t("label")}
      </h2>
      <div className={css.field}>
        <SearchIcon size={22} />
        <input
          type="text"
          role="combobox"
          aria-label={t("label")}
          aria-expanded={results.length > 0}
          aria-controls={list}
          aria-activedescendant={results.length > 0 ? `${list}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={t("placeholder")}
          value={typed}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          onInput={(event: FormEvent<HTMLInputElement>) => {
            setTyped(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={press}
        />
        <button type="button" onClick={onClose}>
          <kbd>Esc</kbd>
        </button>
      </div>
      <div className={css.body}>
        <Results id={list} groups={groups} q={q} chosen={chosen} onChoose={setPlace} onOpen={open} />
        {q === "" && results.length === 0 && <p className={css.note}>{t("start")}</p>}
        {q !== "" && !waits && results.length === everything.results.length && (
          <p className={css.note}>
            {t("none", { q })} {t("noneLine")}
          </p>
        )}
        {found.failed && <p className={css.note}>{t("failed")}</p>}
      </div>
      <p role="status" className={text.sr}>
        {q !== "" && !waits && t("found", { count: results.length })}
      </p>
      <p className={css.keys} aria-hidden="true">
        <span>
          <kbd>↑</kbd>
          <kbd>↓</kbd>
          {t("choose")}
        </span>
        <span>
          <kbd>↵</kbd>
          {t("openKey")}
        </span>
        <span>
          <kbd>Ctrl</kbd>
          <kbd>↵</kbd>
          {t("newTab")}
        </span>
      </p>
    </Modal>
  );
}

/** The lists that search for the text by themselves. */
function useEverything(q: string, role: Role): ResultGroup {
  const { t } = useTranslation("adminFind");
  const search = `?q=${encodeURIComponent(q)}`;
  const results: Result[] = [];
  if (q !== "" && may(role, "readBooks"))
    results.push({
      title: t("all", { q }),
      line: t("allLine"),
      to: `${adminPaths.transactions}${search}`,
      Icon: SearchIcon,
    });
  if (q !== "" && may(role, "readTrail"))
    results.push({
      title: t("audit", { q }),
      line: t("auditLine"),
      to: `${adminPaths.audit}${search}`,
      Icon: AuditIcon,
    });
  return { key: "lists", results };
}

/** The text after nobody has typed for a moment, so that not every key sends a request. */
function useSettled(q: string): string {
  const [settled, setSettled] = useState(q);
  useEffect(() => {
    const timer = setTimeout(setSettled, q === "" ? 0 : PAUSE_MS, q);
    return () => clearTimeout(timer);
  }, [q]);
  return settled;
}
