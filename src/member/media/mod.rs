//! Media: pictures, stored in the data folder under the hash of their bytes.

mod http;
mod picture;
mod processor;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, bail};
use sha2::{Digest, Sha256};

use crate::base::content::media_name;

pub use http::routes;
pub use picture::{Crop, FILE_LIMIT, IMAGE_TOO_LARGE, INVALID_IMAGE, Picture, PictureOptions, rework};
pub use processor::ImageProcessor;

/// The file name of a picture: the hash of its bytes. `None` for an extension that is not served.
pub fn picture_name(bytes: &[u8], extension: &str) -> Option<String> {
    let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{hash}.{extension}")).filter(|name| media_name(name).is_some())
}

/// Stores a picture in the media folder and returns its path, `/media/<hash>.<extension>`. The caller must have
/// validated the bytes. Fails for an extension that is not served.
pub fn store_picture(folder: &Path, bytes: &[u8], extension: &str) -> anyhow::Result<String> {
    let Some(name) = picture_name(bytes, extension) else {
        bail!("pictures with the extension {extension} are not served");
    };
    let path = folder.join(&name);
    if !path.exists() {
        let write = || -> anyhow::Result<()> {
            std::fs::create_dir_all(folder)?;
            // Written to a temporary file and then renamed, so that a partial picture is never served.
            let mut file = tempfile_in(folder, &name)?;
            file.1.write_all(bytes)?;
            file.1.sync_all()?;
            std::fs::rename(&file.0, &path)?;
            Ok(())
        };
        write().with_context(|| format!("the picture {} cannot be written", path.display()))?;
    }
    Ok(format!("/media/{name}"))
}

fn tempfile_in(folder: &Path, name: &str) -> std::io::Result<(std::path::PathBuf, std::fs::File)> {
    use std::os::unix::fs::OpenOptionsExt;
    let path = folder.join(format!(".{name}.{}", crate::base::random_code::new_handle()));
    let file = std::fs::OpenOptions::new().create_new(true).write(true).mode(0o600).open(&path)?;
    Ok((path, file))
}
