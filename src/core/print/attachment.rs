//! A file attached to a PDF. It is stored uncompressed, so that it can be extracted without a PDF library.

/// A file to carry in a PDF.
pub struct Attachment {
    /// The name of the file, in ASCII without brackets.
    pub name: &'static str,
    pub bytes: Vec<u8>,
}

/// The first bytes of the object of an attached file; its length follows.
const HEAD: &str = "<< /Type /EmbeddedFile /Subtype /application#2Fjson /Length ";
const STREAM: &str = " >>\nstream\n";

impl Attachment {
    /// The two objects of the file; the first has the number `first`.
    pub(super) fn objects(&self, first: usize) -> [Vec<u8>; 2] {
        let named = format!(
            "<< /Type /Filespec /F ({name}) /UF ({name}) /EF << /F {file} 0 R >> >>",
            name = self.name,
            file = first + 1
        );
        let mut file = format!("{HEAD}{}{STREAM}", self.bytes.len()).into_bytes();
        file.extend(&self.bytes);
        file.extend(b"\nendstream");
        [named.into_bytes(), file]
    }

    /// The entry of the catalog that lists the file, whose first object has the number `first`.
    pub(super) fn entry(&self, first: usize) -> String {
        format!("/Names << /EmbeddedFiles << /Names [ ({}) {first} 0 R ] >> >> ", self.name)
    }
}

/// The file that a PDF of this module carries.
pub fn attachment_in(pdf: &[u8]) -> Option<&[u8]> {
    let at = pdf.windows(HEAD.len()).position(|part| part == HEAD.as_bytes())? + HEAD.len();
    let digits = pdf[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let length: usize = std::str::from_utf8(&pdf[at..at + digits]).ok()?.parse().ok()?;
    let rest = pdf[at + digits..].strip_prefix(STREAM.as_bytes())?;
    rest.get(..length)
}

#[cfg(test)]
mod tests {
    use super::{Attachment, attachment_in};

    #[test]
    fn an_attached_file_is_taken_out_again_and_a_cut_one_is_not() {
        let [_, object] = Attachment { name: "a.json", bytes: b"{\"a\":1}".to_vec() }.objects(7);
        let pdf = [b"%PDF-1.4\n8 0 obj\n".as_slice(), &object, b"\nendobj\n"].concat();
        assert_eq!(attachment_in(&pdf), Some(b"{\"a\":1}".as_slice()));
        let cut = pdf.len() - object.len();
        assert_eq!(attachment_in(&pdf[..cut]), None);
        assert_eq!(
            attachment_in(b"<< /Type /EmbeddedFile /Subtype /application#2Fjson /Length 99999999999999999999 >>"),
            None
        );
    }
}
