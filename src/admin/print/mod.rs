//! Things to print: QR codes by themselves, as SVG and PNG.

mod qr;

pub(super) use qr::Matrix;
