//! A zip archive of files that are stored as they are: a pass is small, and its pictures are compressed already.

use flate2::Crc;

/// The first moment that an archive can name, 1 January 1980: two bytes of time, two of the day.
const MOMENT: [u8; 4] = [0, 0, 0x21, 0];
/// The version of the format that readers need: 2.0, for folders in names.
const VERSION: u16 = 20;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;

/// Packs files by name.
pub(super) fn packed(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        let at = count(archive.len());
        let head = head(name, bytes);
        archive.extend_from_slice(b"PK\x03\x04");
        archive.extend_from_slice(&head);
        archive.extend_from_slice(name.as_bytes());
        archive.extend_from_slice(bytes);
        directory.extend_from_slice(b"PK\x01\x02");
        directory.extend_from_slice(&VERSION.to_le_bytes());
        directory.extend_from_slice(&head);
        // Length of a comment, number of the disk, kinds of the file.
        directory.extend_from_slice(&[0; 10]);
        directory.extend_from_slice(&at.to_le_bytes());
        directory.extend_from_slice(name.as_bytes());
    }
    let (start, length, files) = (count(archive.len()), count(directory.len()), files.len() as u16);
    archive.extend_from_slice(&directory);
    archive.extend_from_slice(b"PK\x05\x06\0\0\0\0");
    archive.extend_from_slice(&files.to_le_bytes());
    archive.extend_from_slice(&files.to_le_bytes());
    archive.extend_from_slice(&length.to_le_bytes());
    archive.extend_from_slice(&start.to_le_bytes());
    archive.extend_from_slice(&[0, 0]);
    archive
}

/// The fields that the header before a file and the entry of the directory have in common.
fn head(name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(bytes);
    let length = count(bytes.len()).to_le_bytes();
    let mut head = Vec::new();
    head.extend_from_slice(&VERSION.to_le_bytes());
    head.extend_from_slice(&FLAGS.to_le_bytes());
    // The method: stored.
    head.extend_from_slice(&[0, 0]);
    head.extend_from_slice(&MOMENT);
    head.extend_from_slice(&crc.sum().to_le_bytes());
    head.extend_from_slice(&length);
    head.extend_from_slice(&length);
    head.extend_from_slice(&(name.len() as u16).to_le_bytes());
    // No extra field.
    head.extend_from_slice(&[0, 0]);
    head
}

/// A length or an offset as the format has it: a pass is far from four gigabytes.
fn count(bytes: usize) -> u32 {
    bytes as u32
}
