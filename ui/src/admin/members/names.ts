interface Named {
  firstName: string;
  lastName: string;
}

/** Mei Yi Chan, or 黃子晴: Han names start with the family name. */
export function fullName(member: Named | null | undefined): string {
  if (!member) return "–";
  const { firstName, lastName } = member;
  if (/\p{Script=Han}/u.test(lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(" ") || "–";
}

/** The errors of the name fields that are empty. */
export const missingNames = ({ firstName, lastName }: Named) => ({
  ...(firstName.trim() ? {} : { firstName: "required" as const }),
  ...(lastName.trim() ? {} : { lastName: "required" as const }),
});

/** Formats a phone number as 6123 4567. */
export function formatPhone(phone: string | null | undefined): string {
  return phone ? `${phone.slice(0, 4)} ${phone.slice(4)}` : "–";
}
