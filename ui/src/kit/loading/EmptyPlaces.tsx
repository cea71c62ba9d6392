import { Bud } from "./BudBranch";
import { Petal, Picture } from "./EmptyPictures";

/** A month's sheet without lines: no transactions or statements. */
export function EmptySheet() {
  return (
    <Picture>
      <g transform="translate(120 84)">
        <path d="M-50-52a8 8 0 0 1 8-8H42a8 8 0 0 1 8 8V68H-50Z" fill="#FFFDF8" />
        <path d="M0-60H42a8 8 0 0 1 8 8V68H0Z" fill="#E6DCC8" />
        <path d="M-50-52a8 8 0 0 1 8-8H0V-34H-50Z" fill="#17463A" />
        <path d="M0-60H42a8 8 0 0 1 8 8V-34H0Z" fill="#0C2F27" />
        <path d="M-26-68V-50M26-68V-50" stroke="#6B4A38" strokeWidth="6" strokeLinecap="round" />
        <path d="M-34-12H34M-34 10H34M-34 32H14" stroke="#C9BEA8" strokeWidth="4" strokeDasharray="10 6" />
      </g>
      <Petal at="translate(206 150) rotate(64) scale(.34)" />
      <Bud at="translate(42 150) rotate(-24) scale(0.7)" />
    </Picture>
  );
}

/** An open box with nothing in it: no rewards. */
export function EmptyBox() {
  return (
    <Picture>
      <g transform="translate(120 98)">
        <path d="M-58-18L-84-44L-22-50L0-26Z" fill="#F2B632" />
        <path d="M58-18L84-44L22-50L0-26Z" fill="#D8932A" />
        <path d="M-58-18L0-30V-6Z" fill="#523626" />
        <path d="M58-18L0-30V-6Z" fill="#4A1410" />
        <path d="M-58-18L0-6V58L-58 46Z" fill="#F2B632" />
        <path d="M58-18L0-6V58L58 46Z" fill="#D8932A" />
        <path d="M-36-13.5L-22-10.5V53.5L-36 50.5Z" fill="#D8402A" />
        <path d="M36-13.5L22-10.5V53.5L36 50.5Z" fill="#B32A18" />
      </g>
      <Petal at="translate(120 60) rotate(14) scale(.36)" />
      <Bud at="translate(216 150) rotate(24) scale(0.7)" />
    </Picture>
  );
}

/** A shop with its shutter down: no partners, or one that left. */
export function ClosedShop() {
  return (
    <Picture>
      <g transform="translate(120 88)">
        <path d="M-62-34H0V66H-62Z" fill="#B5D2D6" />
        <path d="M0-34H62V66H0Z" fill="#94BCC3" />
        <path d="M-62 10H0M-62 26H0M-62 42H0" stroke="#94BCC3" strokeWidth="3" />
        <path d="M0 10H62M0 26H62M0 42H62" stroke="#2F6E82" strokeWidth="3" />
        <path d="M-70 58H0V68H-70Z" fill="#6B4A38" />
        <path d="M0 58H70V68H0Z" fill="#523626" />
        <path d="M-66-58H0V-22a11 11 0 0 1-24 0a13 13 0 0 1-26 0a13 13 0 0 1-26 0Z" fill="#17463A" />
        <path d="M66-58H0V-22a11 11 0 0 0 24 0a13 13 0 0 0 26 0a13 13 0 0 0 26 0Z" fill="#0C2F27" />
        <path d="M-42-58H-22L-24-22a13 13 0 0 1-26 0Z" fill="#FFFDF8" />
        <path d="M42-58H22L24-22a13 13 0 0 0 26 0Z" fill="#E6DCC8" />
      </g>
      <Bud at="translate(30 152) rotate(-28) scale(0.7)" />
      <Petal at="translate(212 148) rotate(70) scale(.3)" />
    </Picture>
  );
}

/** A signpost that names nothing: an address without a page. */
export function BlankSignpost() {
  return (
    <Picture>
      <path d="M114 20H120V158H114Z" fill="#6B4A38" />
      <path d="M120 20H126V158H120Z" fill="#523626" />
      <path d="M46 56L62 36H120V76H62Z" fill="#17463A" />
      <path d="M120 36H178V76H120Z" fill="#0C2F27" />
      <path d="M74 88H120V122H74Z" fill="#F2B632" />
      <path d="M120 88H172L188 105L172 122H120Z" fill="#D8932A" />
      <path d="M74 56H104M132 56H162" stroke="#A9C3A4" strokeWidth="4" strokeDasharray="10 6" />
      <Petal at="translate(176 158) rotate(66) scale(.36)" />
      <Bud at="translate(66 156) rotate(-26) scale(0.7)" />
    </Picture>
  );
}
