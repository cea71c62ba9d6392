//! Pictures that editors upload.

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use kapok::auth::Role;
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::desk::{Desk, Over, coupon};
use crate::support::{Answer, Caller, TestServer};

fn file(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

fn red(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_pixel(width, height, image::Rgb([200, 30, 30])).into()
}

async fn bring(caller: &Caller, query: &str, kind: &str, bytes: Vec<u8>) -> Answer {
    let path = format!("/api/admin/uploads{query}");
    caller.send(caller.request(Method::POST, &path).header("content-type", kind).body(bytes)).await
}

/// A multipart form as browsers send it.
fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in parts {
        let file = if *name == "file" { "; filename=\"../../evil.html\"" } else { "" };
        body.extend(format!("--xyz\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").into_bytes());
        body.extend(*value);
        body.extend(b"\r\n");
    }
    body.extend(b"--xyz--\r\n");
    body
}

#[tokio::test]
async fn a_picture_is_written_anew_described_listed_and_served() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let mut comment = file(&red(40, 20), ImageFormat::Jpeg);
    // A comment segment after the start of the image, as cameras write it.
    comment.splice(2..2, b"\xff\xfe\x00\x10GPS 22.3, 114.2".iter().copied());
    let query = "?alt.en=A+red+box&alt.zhhk=%E7%B4%85%E7%9B%92";
    let made = bring(&editor, query, "image/jpeg", comment).await.expect(201);
    assert_eq!((&made["width"], &made["height"], &made["alt"]["zhhk"]), (&json!(40), &json!(20), &json!("紅盒")));
    let url = made["url"].as_str().expect("an address");
    let served = server.visitor().request(Method::GET, url).send().await.expect("served");
    assert_eq!(served.headers()["content-type"], "image/jpeg");
    let bytes = served.bytes().await.expect("bytes");
    assert!(!bytes.windows(3).any(|part| part == b"GPS"), "camera metadata is removed");
    let listed = editor.get("/api/admin/uploads?q=red").await;
    assert_eq!((&listed.expect(200)[0]["_id"], listed.header("x-total-count")), (&made["_id"], ""));
    let again = json!({ "alt": { "en": "A box" } });
    let path = format!("/api/admin/uploads/{}", made["_id"].as_str().expect("an id"));
    assert_eq!(editor.put_at(&path, "*", again).await.expect(200)["alt"], json!({ "en": "A box" }));
    assert_eq!(editor.get("/api/admin/uploads?q=red").await.expect(200), json!([]));
    assert_eq!(editor.delete(&path).await.status, 204);
    editor.delete(&path).await.expect_problem(404, "not_found");
    server.visitor().get(url).await.expect_problem(404, "not_found");
}

#[tokio::test]
async fn a_picture_that_is_brought_again_while_it_is_removed_keeps_its_file() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let picture = file(&red(40, 20), ImageFormat::Png);
    let mut made = bring(&editor, "", "image/png", picture.clone()).await.expect(201);
    for _ in 0..40 {
        let path = format!("/api/admin/uploads/{}", made["_id"].as_str().expect("an id"));
        let again = async || bring(&editor, "", "image/png", picture.clone()).await.expect(201);
        let (_, first, second) = tokio::join!(editor.delete(&path), again(), again());
        made = editor.get("/api/admin/uploads").await.expect(200)[0].clone();
        if made.is_null() {
            // Both uploads arrived before the deletion.
            made = again().await;
        }
        assert_eq!(first["url"], second["url"]);
        let served = server.visitor().get(made["url"].as_str().expect("an address")).await;
        assert_eq!(served.status, 200, "a row without its file");
    }
}

#[tokio::test]
async fn a_form_brings_a_picture_that_is_cut_and_shrunk() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    let clear = DynamicImage::from(RgbaImage::from_pixel(100, 60, image::Rgba([1, 2, 3, 4])));
    let kind = "multipart/form-data; boundary=xyz";
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let picture = file(&clear, format);
        let body =
            form(&[("crop", b"10,10,80,40"), ("maxSize", b"40"), ("file", &picture), ("alt.en", b"Nearly nothing")]);
        let made = bring(&editor, "", kind, body).await.expect(201);
        assert_eq!((&made["width"], &made["height"]), (&json!(40), &json!(20)));
        assert!(!made["url"].as_str().expect("an address").contains("evil"));
    }
    let picture = file(&clear, ImageFormat::Png);
    for (parts, code) in [
        (vec![("crop", &b"10,10,91,40"[..]), ("file", &picture)], "invalid_crop"),
        (vec![("crop", &b"-1,0,5,5"[..]), ("file", &picture)], "invalid_crop"),
        (vec![("crop", &b"4294967295,0,2,2"[..]), ("file", &picture)], "invalid_crop"),
        (vec![("maxSize", &b"0"[..]), ("file", &picture)], "invalid_value"),
        (vec![("maxSize", &b"40"[..])], "required_field"),
        (vec![("name", &b"x"[..]), ("file", &picture)], "unknown_field"),
        (vec![("alt.zh", &b"\xff\xfe"[..]), ("file", &picture)], "invalid_body"),
    ] {
        bring(&editor, "", kind, form(&parts)).await.expect_problem(400, code);
    }
    bring(&editor, "", kind, b"--xyz\r\nnonsense".to_vec()).await.expect_problem(400, "invalid_body");
    bring(&editor, "", "multipart/form-data", form(&[])).await.expect_problem(400, "invalid_body");
}

#[tokio::test]
async fn decompression_bombs_and_unknown_formats_are_refused() {
    let server = TestServer::start().await;
    let editor = server.staff_at(Role::Editor, None).await;
    // The PNG header states the size; the server checks it before it decodes the image.
    let mut bomb = file(&red(1, 1), ImageFormat::Png);
    bomb[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let mut crc = flate2::Crc::new();
    crc.update(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&crc.sum().to_be_bytes());
    bring(&editor, "", "image/png", bomb).await.expect_problem(400, "image_too_large");
    bring(&editor, "", "image/png", file(&red(4_097, 1), ImageFormat::Png))
        .await
        .expect_problem(400, "image_too_large");
    let whole = file(&red(64, 64), ImageFormat::Jpeg);
    for bad in [
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;".to_vec(),
        b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec(),
        b"%PDF-1.4".to_vec(),
        b"RIFF\x04\x00\x00\x00WEBP".to_vec(),
        b"\x89PNG\r\n\x1a\n".to_vec(),
        whole[..20].to_vec(),
    ] {
        bring(&editor, "", "image/png", bad).await.expect_problem(400, "invalid_image");
    }
    bring(&editor, "", "image/png", vec![0; 5 * 1024 * 1024 + 1]).await.expect_problem(413, "body_too_large");
    bring(&editor, "", "image/png", Vec::new()).await.expect_problem(400, "required_field");
    bring(&editor, "", "application/json", whole.clone()).await.expect_problem(415, "unsupported_media_type");
    bring(&editor, "?sharpen=1", "image/png", whole).await.expect_problem(400, "unknown_field");
    let support = server.staff_at(Role::Support, None).await;
    bring(&support, "", "image/png", Vec::new()).await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_picture_that_is_shown_somewhere_stays() {
    let server = TestServer::start().await;
    let desk = Desk::of(&server).await;
    let made = bring(&desk.operator, "", "image/png", file(&red(8, 8), ImageFormat::Png)).await.expect(201);
    let again = bring(&desk.operator, "", "image/png", file(&red(8, 8), ImageFormat::Png)).await.expect(201);
    assert_eq!(made["_id"], again["_id"], "the same picture is kept once");
    let item = desk.item(json!({ "image": made["url"] }).over(coupon(5))).await;
    let path = format!("/api/admin/uploads/{}", made["_id"].as_str().expect("an id"));
    let refused = desk.operator.delete(&path).await.expect_problem(409, "in_use");
    assert_eq!(refused["errors"][0]["field"], format!("item {item}"));
    let uses: Value = desk.operator.get(&format!("{path}/uses")).await.expect(200);
    assert_eq!(uses[0]["kind"], "item");
    let news = json!({ "title": { "en": "News" }, "body": { "en": "Hello" }, "picture": made["url"] });
    desk.create("notifications", news).await;
    assert_eq!(desk.operator.get(&format!("{path}/uses")).await.expect(200)[1]["name"], "News");
}

#[tokio::test]
async fn the_logo_of_the_programme_stays_and_stands_in_the_page() {
    let server = TestServer::start().await;
    let owner = server.staff_at(Role::Owner, None).await;
    let made = bring(&owner, "", "image/png", file(&red(90, 30), ImageFormat::Png)).await.expect(201);
    let (path, url) =
        (format!("/api/admin/uploads/{}", made["_id"].as_str().expect("an id")), made["url"].as_str().expect("a path"));
    let mark = format!("<meta name=\"logo\" content=\"{url}\">");
    let mut settings = owner.get("/api/admin/settings").await.expect(200);
    settings["logo"] = json!(url);
    owner.put_at("/api/admin/settings", "*", settings.clone()).await.expect(200);
    assert!(server.visitor().get("/login").await.text.contains(&mark));
    let refused = owner.delete(&path).await.expect_problem(409, "in_use");
    assert_eq!(refused["errors"][0]["field"], "settings logo");
    settings["logo"] = json!("");
    owner.put_at("/api/admin/settings", "*", settings).await.expect(200);
    assert!(!server.visitor().get("/login").await.text.contains("name=\"logo\""));
    owner.delete(&path).await.expect(204);
}
