// Only the encoder is imported; the package's own types cover the whole library only.
declare module "jsbarcode/bin/barcodes/CODE128/CODE128_AUTO.js" {
  interface Encoder {
    new (text: string, options: { displayValue: boolean }): { encode(): { data: string; text: string } };
  }
  const encoder: Encoder | { default: Encoder };
  // biome-ignore lint/style/noDefaultExport: that is how the package exports it.
  export default encoder;
}
