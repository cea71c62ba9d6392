/** Splits a code into groups of four for reading aloud. Text with other characters is returned unchanged. */
export function groupsOfFour(code: string): string {
  return /^[0-9a-z]{8,32}$/i.test(code) ? code.replace(/.{4}(?=.)/g, "$& ") : code;
}
