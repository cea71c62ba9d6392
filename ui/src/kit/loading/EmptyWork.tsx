import { Bud } from "./BudBranch";
import { Petal, Picture } from "./EmptyPictures";

/** A till with an empty screen, for a list without tills or sales. */
export function QuietTill() {
  return (
    <Picture>
      <g transform="translate(120 88)">
        <path d="M-52-56a8 8 0 0 1 8-8H0V22H-52Z" fill="#17463A" />
        <path d="M0-64H44a8 8 0 0 1 8 8V22H0Z" fill="#0C2F27" />
        <path d="M-40-52H0V10H-40Z" fill="#B5D2D6" />
        <path d="M0-52H40V10H0Z" fill="#94BCC3" />
        <path d="M-26-30H26M-26-12H6" stroke="#2F6E82" strokeWidth="4" strokeDasharray="10 6" />
        <path d="M-12 22H0V40H-12Z" fill="#6B4A38" />
        <path d="M0 22H12V40H0Z" fill="#523626" />
        <path d="M-66 40H0V66H-66Z" fill="#F2B632" />
        <path d="M0 40H66V66H0Z" fill="#D8932A" />
        <path d="M-16 50H16V56H-16Z" fill="#523626" />
      </g>
      <Petal at="translate(206 150) rotate(64) scale(.34)" />
      <Bud at="translate(34 152) rotate(-26) scale(0.7)" />
    </Picture>
  );
}

/** An empty bench, for a list without people or with too few of them. */
export function EmptyBench() {
  return (
    <Picture>
      <g transform="translate(120 84)">
        <path d="M-70-36H-60V28H-70Z" fill="#17463A" />
        <path d="M60-36H70V28H60Z" fill="#0C2F27" />
        <path d="M-82-30H0V-14H-82ZM-82-6H0V10H-82Z" fill="#F2B632" />
        <path d="M0-30H82V-14H0ZM0-6H82V10H0Z" fill="#D8932A" />
        <path d="M-90 24H0V40H-90Z" fill="#6B4A38" />
        <path d="M0 24H90V40H0Z" fill="#523626" />
        <path d="M-76 40H-64V72H-76Z" fill="#17463A" />
        <path d="M64 40H76V72H64Z" fill="#0C2F27" />
      </g>
      <Petal at="translate(138 108) rotate(82) scale(.32)" />
      <Bud at="translate(34 152) rotate(-26) scale(0.7)" />
    </Picture>
  );
}

/** A key without a lock, for a list without keys, passkeys or sessions. */
export function LooseKey() {
  return (
    <Picture>
      <g transform="translate(78 88) rotate(-20)">
        <path
          d="M-40 0A40 40 0 0 1 0-40V-20A20 20 0 0 0-20 0A20 20 0 0 0 0 20V40A40 40 0 0 1-40 0Z"
          fill="#F2B632"
        />
        <path
          d="M40 0A40 40 0 0 0 0-40V-20A20 20 0 0 1 20 0A20 20 0 0 1 0 20V40A40 40 0 0 0 40 0Z"
          fill="#D8932A"
        />
        <path d="M38-8H128V0H38Z" fill="#F2B632" />
        <path d="M38 0H128V8H126V26H114V8H106V20H94V8H38Z" fill="#D8932A" />
      </g>
      <Petal at="translate(60 152) rotate(70) scale(.32)" />
      <Bud at="translate(206 152) rotate(24) scale(0.7)" />
    </Picture>
  );
}
