//! Pictures.

use kapok::member::media::store_picture;
use reqwest::Method;

use crate::support::TestServer;

#[tokio::test]
async fn an_uploaded_picture_is_served_without_scripts_and_cached_for_ever() {
    let server = TestServer::start().await;
    let folder = server.data_dir().join("media");
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
    let path = store_picture(&folder, svg, "svg").expect("stored");
    assert_eq!(store_picture(&folder, svg, "svg").expect("stored again"), path);
    assert!(store_picture(&folder, svg, "html").is_err());
    let visitor = server.visitor();
    let answer = visitor.get(&path).await;
    assert_eq!((answer.status, answer.text.as_bytes()), (200, &svg[..]));
    for (name, value) in [
        ("content-type", "image/svg+xml"),
        ("content-security-policy", "default-src 'none'; frame-ancestors 'none'; sandbox"),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "public, max-age=31536000, immutable"),
    ] {
        assert_eq!(answer.header(name), value, "{name}");
    }
    let again = visitor.request(Method::GET, &path).header("if-none-match", answer.header("etag"));
    assert_eq!(visitor.send(again).await.status, 304);
    for wrong in [
        path.replace(".svg", ".png"),
        path.replace(".svg", ".html"),
        "/media/..%2fkapok.db".into(),
        "/media/x.svg".into(),
    ] {
        assert_eq!(visitor.get(&wrong).await.status, 404, "{wrong}");
    }
}
