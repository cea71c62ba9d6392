import { createContext, type ReactNode, useContext } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../buttons/Button";
import { RetryIcon } from "../icons/icons-basic";
import { FallenPetals } from "./FallenPetals";
import css from "./States.module.css";

export type Failure = { message: string; status?: number } | null;

/** The content below each failure, such as the link to the help page. */
export const BelowFailure = createContext<ReactNode>(null);

interface ErrorStateProps {
  /** The title names the action that failed. */
  title: string;
  text?: string | undefined;
  /** The cause. A message of the server is better than a guess about the connection. */
  error?: Failure;
  onRetry?: (() => unknown) | undefined;
  /** The button's text while a retry is running. */
  busy?: string | false;
  /** Another action. */
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
      {useContext(BelowFailure)}
    </div>
  );
}

// The part of a query's result that is used here, so that this file needs no query library.
export interface Result<T> {
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
