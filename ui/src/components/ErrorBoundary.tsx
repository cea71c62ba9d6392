import { Component, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button";
import { ErrorState } from "./States";
import css from "./States.module.css";

interface BoundaryState {
  /** What the member can tell us; the error itself goes to the console only. */
  id: string | undefined;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, BoundaryState> {
  override state: BoundaryState = { id: undefined };

  static getDerivedStateFromError(): BoundaryState {
    return { id: Date.now().toString(36).toUpperCase() };
  }

  override componentDidCatch(error: unknown) {
    console.error(`error ${this.state.id}`, error);
  }

  override render() {
    return this.state.id ? <Crashed id={this.state.id} /> : this.props.children;
  }
}

function Crashed({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <main className={css.crashed}>
      <ErrorState title={t("crashTitle")} text={t("crashText")} />
      <p>{t("crashId", { id })}</p>
      <Button onClick={() => window.location.reload()}>{t("reload")}</Button>
    </main>
  );
}
