//! A bucket of S3-compatible storage: put, list, read and delete archives. Large archives are transferred in parts,
//! so that they never need to fit in memory.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};
use hyper::Method;
use sha2::{Digest, Sha256};
use url::Url;

use super::signing::{Signer, encoded, hexadecimal};
use crate::base::clock::Clock;
use crate::platform::config::Offsite;
use crate::platform::http_client::{AllowedHosts, HttpRequest, HttpResponse, OutboundHttp};

/// Size of one part, in bytes. S3 requires at least 5 MiB per part and accepts 10,000 parts.
const PART: usize = 8 * 1024 * 1024;
const PART_TIME: Duration = Duration::from_secs(300);
const LONGEST_LIST: usize = 4 * 1024 * 1024;
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(300);

/// The bucket that stores the archives.
pub struct Bucket {
    http_client: OutboundHttp,
    allowed: AllowedHosts,
    home: Url,
    folder: String,
    signer: Signer,
    clock: Clock,
}

/// An object in the bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// Name below the configured folder.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
}

impl Bucket {
    /// The configured bucket; `None` if off-site backups are not configured.
    pub fn of(settings: &Offsite, clock: Clock) -> anyhow::Result<Option<Self>> {
        if !settings.enabled() {
            return Ok(None);
        }
        let home = Url::parse(&settings.url).context("offsite.url")?;
        let folder = settings.folder.trim_matches('/');
        Ok(Some(Self {
            http_client: OutboundHttp::new()?,
            allowed: AllowedHosts::new(&settings.allowed_hosts),
            folder: if folder.is_empty() { String::new() } else { format!("{folder}/") },
            signer: Signer::new(&settings.region, &settings.access_key, &settings.secret_key),
            home,
            clock,
        }))
    }

    /// All objects in the folder, sorted by name.
    pub async fn list(&self) -> anyhow::Result<Vec<Object>> {
        let mut found = Vec::new();
        let mut continued: Option<String> = None;
        loop {
            let mut query = vec![("list-type", "2"), ("prefix", self.folder.as_str())];
            if let Some(token) = &continued {
                query.push(("continuation-token", token));
            }
            let answer = self.ask(Method::GET, "", &query, None, &[]).await.context("the bucket cannot be listed")?;
            let text = String::from_utf8(answer.body.to_vec()).context("the bucket's list is no text")?;
            for entry in elements(&text, "Contents") {
                let name = first(entry, "Key").and_then(|key| key.strip_prefix(&self.folder).map(str::to_owned));
                let bytes = first(entry, "Size").and_then(|size| size.parse().ok());
                if let (Some(name), Some(bytes)) = (name, bytes) {
                    found.push(Object { name, bytes });
                }
            }
            continued = first(&text, "NextContinuationToken").filter(|_| text.contains("<IsTruncated>true<"));
            if continued.is_none() {
                found.sort_by(|left, right| left.name.cmp(&right.name));
                return Ok(found);
            }
        }
    }

    /// Uploads a file under that name and replaces an existing object.
    pub async fn put(&self, name: &str, file: &Path) -> anyhow::Result<()> {
        let described = || format!("{} cannot be put into the bucket", file.display());
        let mut source = File::open(file).with_context(described)?;
        let first = read_part(&mut source).with_context(described)?;
        if first.len() < PART {
            self.ask(Method::PUT, name, &[], None, &first).await.with_context(described)?;
            return Ok(());
        }
        let begun = self.ask(Method::POST, name, &[("uploads", "")], None, &[]).await.with_context(described)?;
        let id = self::first(&String::from_utf8_lossy(&begun.body), "UploadId");
        let id = id.context("the storage began no upload").with_context(described)?;
        let sent = self.put_parts(name, &id, first, source).await;
        if sent.is_err() {
            // The storage would keep, and charge for, the parts of an unfinished upload.
            let _ = self.ask(Method::DELETE, name, &[("uploadId", &id)], None, &[]).await;
        }
        sent.with_context(described)
    }

    async fn put_parts(&self, name: &str, id: &str, mut part: Vec<u8>, mut source: File) -> anyhow::Result<()> {
        let mut list = String::from("<CompleteMultipartUpload>");
        let mut number = 1_u32;
        while !part.is_empty() {
            let text = number.to_string();
            let query = [("partNumber", text.as_str()), ("uploadId", id)];
            let answer = self.ask(Method::PUT, name, &query, None, &part).await?;
            let mark = answer.header("etag").context("the storage gave no mark for a part")?;
            let mark = mark.replace('"', "&quot;");
            list.push_str(&format!("<Part><PartNumber>{number}</PartNumber><ETag>{mark}</ETag></Part>"));
            part = read_part(&mut source)?;
            number += 1;
        }
        list.push_str("</CompleteMultipartUpload>");
        let ended = self.ask(Method::POST, name, &[("uploadId", id)], None, list.as_bytes()).await?;
        // S3 reports a failed completion in the body of a response with a success status.
        if !String::from_utf8_lossy(&ended.body).contains("CompleteMultipartUploadResult") {
            bail!("the storage did not complete the upload");
        }
        Ok(())
    }

    /// Reads an object from beginning to end, part by part.
    pub async fn read(&self, object: &Object, mut take: impl FnMut(&[u8]) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let described = || format!("{} cannot be read from the bucket", object.name);
        let mut from = 0_u64;
        while from < object.bytes {
            let to = object.bytes.min(from + PART as u64) - 1;
            let range = format!("bytes={from}-{to}");
            let answer = self.ask(Method::GET, &object.name, &[], Some(&range), &[]).await.with_context(described)?;
            let wanted = usize::try_from(to - from + 1).unwrap_or(usize::MAX);
            if answer.status != 206 && from > 0 || answer.body.len() != wanted {
                bail!("{}: the storage sent {} bytes instead of {wanted}", described(), answer.body.len());
            }
            take(&answer.body)?;
            from = to + 1;
        }
        Ok(())
    }

    /// Downloads an object and returns the SHA-256 of its content, in hexadecimal.
    pub async fn digest(&self, object: &Object) -> anyhow::Result<String> {
        let mut digest = Sha256::new();
        self.read(object, |bytes| {
            digest.update(bytes);
            Ok(())
        })
        .await?;
        Ok(hexadecimal(&digest.finalize()))
    }

    /// Deletes an object permanently.
    pub async fn delete(&self, name: &str) -> anyhow::Result<()> {
        self.ask(Method::DELETE, name, &[], None, &[])
            .await
            .with_context(|| format!("{name} cannot be deleted from the bucket"))?;
        Ok(())
    }

    /// Sends one signed request, and retries it after network errors and status 429 or 5xx.
    async fn ask(
        &self,
        method: Method,
        name: &str,
        query: &[(&str, &str)],
        range: Option<&str>,
        body: &[u8],
    ) -> anyhow::Result<HttpResponse> {
        let mut attempt = 1;
        loop {
            let call = self.call(method.clone(), name, query, range, body)?;
            let outcome = self.http_client.send(call, &self.allowed).await;
            let again = match &outcome {
                Ok(answer) if answer.is_success() => false,
                Ok(answer) => matches!(answer.status, 429 | 500..),
                Err(_) => true,
            };
            if !again || attempt == ATTEMPTS {
                let answer = outcome?;
                if !answer.is_success() {
                    let text = String::from_utf8_lossy(&answer.body);
                    let code = first(&text, "Code").unwrap_or_default();
                    bail!("the storage answered {} {code}", answer.status);
                }
                return Ok(answer);
            }
            tokio::time::sleep(PAUSE * attempt * attempt).await;
            attempt += 1;
        }
    }

    fn call(
        &self,
        method: Method,
        name: &str,
        query: &[(&str, &str)],
        range: Option<&str>,
        body: &[u8],
    ) -> anyhow::Result<HttpRequest> {
        let mut url = self.home.clone();
        let home = self.home.path().trim_end_matches('/').to_owned();
        let path = if name.is_empty() {
            if home.is_empty() { "/".to_owned() } else { home }
        } else {
            format!("{home}/{}{}", self.folder, name)
        };
        url.set_path(&path);
        let mut pairs: Vec<String> =
            query.iter().map(|(key, value)| format!("{}={}", encoded(key), encoded(value))).collect();
        pairs.sort();
        url.set_query(Some(pairs.join("&")).filter(|query| !query.is_empty()).as_deref());
        let mut call = HttpRequest::new(method.clone(), url.clone(), body.to_vec()).within(PART_TIME);
        call = call.reading(if range.is_some() { PART } else { LONGEST_LIST });
        for (header, value) in self.signer.headers(method.as_str(), &url, body, self.clock.now()) {
            call = call.with(header, &value);
        }
        Ok(match range {
            Some(range) => call.with("range", range),
            None => call,
        })
    }
}

fn read_part(source: &mut File) -> std::io::Result<Vec<u8>> {
    let mut part = Vec::with_capacity(PART);
    source.by_ref().take(PART as u64).read_to_end(&mut part)?;
    Ok(part)
}

/// The content of each element of that name; the requested elements never nest.
fn elements<'t>(xml: &'t str, name: &str) -> Vec<&'t str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    xml.split(&open).filter_map(|part| part.split_once(&close)).map(|(inside, _)| inside).collect()
}

fn first(xml: &str, name: &str) -> Option<String> {
    let text = elements(xml, name).into_iter().next()?;
    let plain = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#34;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    Some(plain.into_iter().fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain)))
}

#[cfg(test)]
mod tests {
    use super::{elements, first};

    #[test]
    fn entries_of_a_bucket_listing_are_read() {
        let xml = "<R><Contents><Key>a&amp;b</Key><Size>3</Size></Contents><Contents><Key>c</Key></Contents></R>";
        let entries = elements(xml, "Contents");
        assert_eq!(entries.len(), 2);
        assert_eq!((first(entries[0], "Key"), first(entries[0], "Size")), (Some("a&b".into()), Some("3".into())));
        assert_eq!((first(entries[1], "Size"), first("", "Key")), (None, None));
    }
}
