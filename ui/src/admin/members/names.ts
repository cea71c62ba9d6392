interface Named {
  firstName: string;
  lastName: string;
}

/** Mei Yi Chan, or 黃子晴: Han names begin with the family. */
export function fullName(member: Named | null | undefined): string {
  if (!member) return "–";
  const { firstName, lastName } = member;
  if (/\p{Script=Han}/u.test(lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(" ") || "–";
}

/** What of a form of names is missing. */
export const missingNames = ({ firstName, lastName }: Named) => ({
  ...(firstName.trim() ? {} : { firstName: "required" as const }),
  ...(lastName.trim() ? {} : { lastName: "required" as const }),
});

/** 6123 4567. */
export function formatPhone(phone: string | null | undefined): string {
  return phone ? `${phone.slice(0, 4)} ${phone.slice(4)}` : "–";
}
