//! HTTP client for the ACME authority, on top of the server's one outbound client.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;

use anyhow::anyhow;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::Request;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};
use url::Url;

use crate::platform::config::Tls;
use crate::platform::http_client::{AllowedHosts, HttpRequest, OutboundHttp};

/// Size limit of a response, in bytes; the largest is a certificate chain.
const LONGEST_ANSWER: usize = 256 * 1024;

#[derive(Clone)]
pub(super) struct Client {
    http_client: OutboundHttp,
    allowed: AllowedHosts,
}

impl Client {
    pub(super) fn new(settings: &Tls) -> anyhow::Result<Self> {
        let further = Some(settings.acme_ca_file.as_str()).filter(|file| !file.is_empty());
        let http_client = OutboundHttp::trusting(further.map(Path::new))?;
        Ok(Self { http_client, allowed: AllowedHosts::new(&settings.acme_allowed_hosts) })
    }

    async fn ask(self, request: Request<BodyWrapper<Bytes>>) -> Result<BytesResponse, Error> {
        let (head, body) = request.into_parts();
        let body = match body.collect().await {
            Ok(body) => body.to_bytes(),
            Err(never) => match never {},
        };
        let url = Url::parse(&head.uri.to_string()).map_err(|error| Error::Other(Box::new(error)))?;
        let mut call = HttpRequest::new(head.method, url, body).reading(LONGEST_ANSWER);
        for (name, value) in &head.headers {
            call = call.with(name.as_str(), value.to_str().unwrap_or_default());
        }
        let answer = self.http_client.send(call, &self.allowed).await;
        let answer = answer.map_err(|error| Error::Other(anyhow!("the authority: {error}").into()))?;
        Ok(BytesResponse::from(answer.into_response()))
    }
}

impl HttpClient for Client {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        Box::pin(self.clone().ask(request))
    }
}
