export function MessageScreen() {
  return null;
}
