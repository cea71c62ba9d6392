const HAN = /^\p{Script=Han}+$/u;

/** First name, then last name. The reverse, without a space, if both are in Chinese characters. */
export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  if (HAN.test(firstName) && HAN.test(lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(" ");
}

/** Formats the eight digits of a Hong Kong number as `+852 6123 4567`. */
export function phoneText(phone: string): string {
  return /^\d{8}$/.test(phone) ? `+852 ${phone.slice(0, 4)} ${phone.slice(4)}` : phone;
}
