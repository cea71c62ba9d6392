export function ForgotScreen() {
  return null;
}
