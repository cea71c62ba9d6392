//! QR codes as a grid of modules, and as separate pictures.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder};
use qrcode::{Color, EcLevel, QrCode};

use crate::base::problem::AppResult;

/// Width of the quiet zone in modules (ISO 18004).
const QUIET: usize = 4;
/// Minimum side of a PNG in pixels: about 9 cm in print at 300 dpi.
const PNG_SIDE: usize = 1_024;

/// The modules of a code.
pub struct Matrix {
    side: usize,
    dark: Vec<bool>,
}

/// Adjacent dark modules of one row.
pub(super) struct DarkRun {
    pub x: usize,
    pub y: usize,
    pub length: usize,
}

impl Matrix {
    /// The code of a text. Error correction level M survives damage to about a seventh of the code.
    pub fn of(text: &str) -> AppResult<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(anyhow::Error::from)?;
        let side = code.width();
        Ok(Self { side, dark: code.to_colors().into_iter().map(|color| color == Color::Dark).collect() })
    }

    /// Modules per side, including the quiet zone.
    pub(super) fn whole_side(&self) -> usize {
        self.side + 2 * QUIET
    }

    /// The dark runs, each row from left to right, counted from the quiet zone's corner.
    pub(super) fn runs(&self) -> Vec<DarkRun> {
        let mut runs = Vec::new();
        for (y, row) in self.dark.chunks(self.side).enumerate() {
            let mut x = 0;
            while x < row.len() {
                let length = row[x..].iter().take_while(|dark| **dark).count();
                if length > 0 {
                    runs.push(DarkRun { x: x + QUIET, y: y + QUIET, length });
                }
                x += length.max(1);
            }
        }
        runs
    }

    /// The dark runs as one SVG path; a module is one unit.
    pub(super) fn path(&self) -> String {
        self.runs().iter().map(|run| format!("M{} {}h{}v1h-{}z", run.x, run.y, run.length, run.length)).collect()
    }

    /// The code alone as SVG.
    pub fn svg(&self) -> String {
        let side = self.whole_side();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"1024\" height=\"1024\" \
             shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{}\"/></svg>\n",
            self.path()
        )
    }

    /// The code alone as PNG, in grey levels.
    pub fn png(&self) -> AppResult<Vec<u8>> {
        let scale = PNG_SIDE.div_ceil(self.whole_side());
        let side = self.whole_side() * scale;
        let mut pixels = vec![0xff_u8; side * side];
        for run in self.runs() {
            for y in run.y * scale..(run.y + 1) * scale {
                pixels[y * side + run.x * scale..y * side + (run.x + run.length) * scale].fill(0);
            }
        }
        let mut bytes = Vec::new();
        let side = u32::try_from(side).map_err(anyhow::Error::from)?;
        PngEncoder::new(&mut bytes)
            .write_image(&pixels, side, side, ExtendedColorType::L8)
            .map_err(anyhow::Error::from)?;
        Ok(bytes)
    }
}
