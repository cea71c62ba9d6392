import css from "./Camera.module.css";

/** A barcode scanner with its beam. */
export function ScannerGun() {
  return (
    <svg className={css.gun} viewBox="0 0 300 220" aria-hidden="true">
      <path d="M186 70 300 20V150Z" fill="#F2B632" opacity=".55" />
      <path d="M186 70 300 62V108Z" fill="#F2B632" />
      <path
        d="M40 34H150C172 34 188 46 190 62V78C188 94 172 104 150 104H40C28 104 20 96 20 84V54C20 42 28 34 40 34Z"
        fill="#3E7358"
      />
      <path d="M20 69H190V78C188 94 172 104 150 104H40C28 104 20 96 20 84Z" fill="#17463A" />
      <path d="M176 44C184 48 189 54 190 62V78C189 86 184 92 176 96Z" fill="#0C2F27" />
      <path d="M52 104H104L88 196C87 204 82 208 74 208H52C42 208 37 202 39 192Z" fill="#17463A" />
      <path d="M80 104H104L88 196C87 204 82 208 74 208H66Z" fill="#0C2F27" />
      <path d="M104 108H128C124 128 114 138 98 140Z" fill="#D8402A" />
      <circle cx="56" cy="56" r="8" fill="#F2B632" />
    </svg>
  );
}
