/** A code in groups of four, as it is read aloud; anything but letters and digits as it is. */
export function groupsOfFour(code: string): string {
  return /^[0-9a-z]{8,32}$/i.test(code) ? code.replace(/.{4}(?=.)/g, "$& ") : code;
}
