import { useLocation } from "react-router";
import { ButtonLink } from "../../kit/buttons/Button";
import { NotLoaded } from "../../kit/loading/NotLoaded";
import states from "../../kit/loading/States.module.css";
import { Screen } from "../../kit/screen/Screen";
import text from "../../kit/styles/text.module.css";
import { type MessageState, paths } from "../../shared/paths";

const isMessage = (state: object | null): state is MessageState =>
  state !== null && "message" in state && "buttonLink" in state;

/**
 * Replaces the result page if its chunk does not load: the same text without the flower. The action has
 * succeeded, so a member who has paid must not read that nothing happened.
 */
export function PlainMessage() {
  const { state } = useLocation();
  if (!isMessage(state)) return <NotLoaded home={paths.home} />;
  const { tone, title, message, buttonText, buttonLink } = state;
  return (
    <Screen
      title={title ?? message}
      header="none"
      footer={
        <ButtonLink block replace to={buttonLink}>
          {buttonText}
        </ButtonLink>
      }
    >
      <div className={states.void} role={tone === "error" ? "alert" : "status"}>
        {title && <h1 className={text.t1}>{title}</h1>}
        <p>{message}</p>
      </div>
    </Screen>
  );
}
