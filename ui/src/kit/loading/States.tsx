import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../buttons/Button";
import { RetryIcon } from "../icons/icons-basic";
import { FallenPetals } from "./FallenPetals";
import css from "./States.module.css";

export type Failure = { message: string; status?: number } | null;

interface ErrorStateProps {
  /** What failed. */
  title: string;
  text?: string | undefined;
  /** Why. Whatever was answered, the server's own words are worth more than a guess about the line. */
  error?: Failure;
  onRetry?: (() => unknown) | undefined;
  /** What trying again does at the moment. */
  busy?: string | false;
  /** Another way out. */
  beside?: ReactNode;
}

export function ErrorState({ title, text, error, onRetry, busy, beside }: ErrorStateProps) {
  const { t } = useTranslation();
  const told = error?.status && error.message;
  return (
    <div className={css.void} role="alert">
      <FallenPetals />
      <h2>{title}</h2>
      <p>{told || (text ?? t("failedText"))}</p>
      {onRetry && (
        <div className={css.action}>
          <Button icon={<RetryIcon size={22} />} busy={busy} onClick={onRetry}>
            {t("tryAgain")}
          </Button>
        </div>
      )}
      {beside}
    </div>
  );
}

// As much of a query's result as is needed, so that this file needs no library of queries.
interface Result<T> {
  data: T | undefined;
  isError: boolean;
  error?: Failure;
  refetch(): unknown;
}

interface LoadedProps<T> {
  of: Result<T>;
  skeleton: ReactNode;
  /** Title of the error state. */
  failed: string;
  children(data: T): ReactNode;
}

/** Skeleton, error or content. Old content stays when a later fetch fails. */
export function Loaded<T>({ of, skeleton, failed, children }: LoadedProps<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError) return <ErrorState title={failed} error={of.error ?? null} onRetry={() => of.refetch()} />;
  return skeleton;
}
