import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../buttons/Button";
import { ErrorState } from "./States";
import css from "./States.module.css";

interface BoundaryProps {
  children: ReactNode;
  /** Shown below the error. */
  beside?: ReactNode;
}

interface BoundaryState {
  /** An error number that the member can report. */
  id: string | undefined;
  /** The error's own message. */
  details: string;
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { id: undefined, details: "" };

  // Created here, so that the console shows the same number as the member sees.
  override componentDidCatch(error: unknown) {
    const id = Date.now().toString(36).toUpperCase();
    this.setState({ id, details: String(error).slice(0, 300) });
    console.error(`error ${id}`, error);
  }

  override render() {
    const { id, details } = this.state;
    return id ? <Crashed id={id} details={details} beside={this.props.beside} /> : this.props.children;
  }
}

function Crashed({ id, details, beside }: { id: string; details: string; beside: ReactNode }) {
  const { t } = useTranslation();
  return (
    <main className={css.crashed}>
      <ErrorState title={t("crashTitle")} text={t("crashText")} />
      <p>{t("crashId", { id })}</p>
      <details>
        <summary>{t("crashDetails")}</summary>
        <p lang="en">{details}</p>
      </details>
      <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
      {beside}
    </main>
  );
}
