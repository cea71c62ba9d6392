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
 * In place of the result page where its code did not come: its words, without the flower. They tell of something that was
 * done, and nobody who has paid is to read that nothing happened.
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
