import { Note } from "../../components/Paper";
import { isWaiting, useTrouble } from "../components/trouble";

/** What the server says, and each field that it names. */
export function Trouble({ error, label }: { error: unknown; label(key: string): string }) {
  const say = useTrouble();
  const errors =
    error instanceof Object && "errors" in error && Array.isArray(error.errors) ? error.errors : [];
  const said = say(error);
  return (
    <Note tone={isWaiting(error) ? "pollen" : "plum"}>
      {/* Of one field it is the same sentence. */}
      {errors.every(({ message }: { message: string }) => message !== said) && said}
      {errors.length > 0 && (
        <ul>
          {errors.map(({ field, message }: { field: string; message: string }) => (
            <li key={field}>
              {label(field)}: {message}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}
