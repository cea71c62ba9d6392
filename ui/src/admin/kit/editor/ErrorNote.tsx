import { Note } from "../../../kit/screen/Paper";
import { useErrorText, waitsForApproval } from "../errorText";

/** The server's error, with each field that it names. */
export function ErrorNote({ error, label }: { error: unknown; label(key: string): string }) {
  const say = useErrorText();
  const errors =
    error instanceof Object && "errors" in error && Array.isArray(error.errors) ? error.errors : [];
  const said = say(error);
  return (
    <Note tone={waitsForApproval(error) ? "pollen" : "plum"}>
      {/* An error of a single field has the same text. */}
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
