//! The files that hold a credential: pictures and documents with its text inside, and the way back.

use std::io::Read;

use flate2::read::ZlibDecoder;
use png::text_metadata::{EncodableTextChunk, ITXtChunk};
use resvg::usvg::roxmltree;

/// The keyword of the text in a PNG.
const KEYWORD: &str = "openbadgecredential";
/// The name space of the element in an SVG.
const NAME_SPACE: &str = "https://purl.imsglobal.org/ob/v3p0";
/// The signature of a PNG, and its first chunk, which is always the header of 13 bytes.
const PNG: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
const PNG_HEAD: usize = 8 + 12 + 13;
/// The type of an attached file in a PDF.
const EMBEDDED: &[u8] = b"/EmbeddedFile";
/// The name of the file in a PDF.
pub const ATTACHED: &str = "credential.json";
/// Bytes of a credential. Ours have about three thousand; others put a picture into theirs.
const MOST: usize = 4 * 1024 * 1024;
/// Attached files of a PDF, and parts of an SVG, that are looked at.
const MOST_ATTACHED: usize = 20;
const MOST_NODES: u32 = 500_000;

/// Why a file has no credential in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It is of a kind that can hold one, and holds none.
    Nothing,
    /// It is of another kind.
    OtherKind,
    /// What it holds is too large to be a credential.
    TooLarge,
    /// It is damaged, for this reason.
    Damaged(String),
}

/// The picture with the credential in it. The picture itself stays as it is.
///
/// # Errors
/// When the file is no PNG, or the text cannot be written.
pub fn bake_png(picture: &[u8], credential: &str) -> Result<Vec<u8>, String> {
    let (head, rest) = picture
        .split_at_checked(PNG_HEAD)
        .filter(|(head, _)| head.starts_with(&PNG))
        .ok_or("not a PNG")?;
    let mut baked = head.to_vec();
    ITXtChunk::new(KEYWORD, credential)
        .encode(&mut baked)
        .map_err(|error| error.to_string())?;
    baked.extend_from_slice(rest);
    Ok(baked)
}

/// The drawing with the credential in it, directly after its first tag.
///
/// # Errors
/// When the text is no SVG as ours are.
pub fn bake_svg(drawing: &str, credential: &str) -> Result<String, String> {
    let start = drawing.find("<svg ").ok_or("not an SVG")? + "<svg".len();
    let end = start + drawing[start..].find('>').ok_or("not an SVG")?;
    // Only this ends a CDATA section, so it is cut in two.
    let text = credential.replace("]]>", "]]]]><![CDATA[>");
    Ok(format!(
        "{} xmlns:openbadges=\"{NAME_SPACE}\"{}<openbadges:credential><![CDATA[{text}]]></openbadges:credential>{}",
        &drawing[..start],
        &drawing[start..=end],
        &drawing[end + 1..]
    ))
}

/// The text of the credential in a PNG, SVG, PDF or JSON file. Whoever made the file may want to fill our memory, so nothing is
/// unpacked but what can be a credential, and no more of it than one has.
///
/// # Errors
/// Why there is none.
pub fn extract(file: &[u8]) -> Result<String, Missing> {
    let text = || std::str::from_utf8(file).map(|text| text.trim_start_matches('\u{feff}').trim_start());
    let found = if file.starts_with(&PNG) {
        from_png(file)
    } else if file.starts_with(b"%PDF-") {
        from_pdf(file)
    } else {
        match text() {
            Ok(text) if text.starts_with('{') => Ok(text.to_owned()),
            Ok(text) if text.starts_with('<') => from_svg(text),
            _ => Err(Missing::OtherKind),
        }
    }?;
    if found.len() > MOST { Err(Missing::TooLarge) } else { Ok(found) }
}

fn damaged(error: impl std::fmt::Display) -> Missing {
    Missing::Damaged(error.to_string())
}

/// What is packed here, up to the end of it.
fn unpack(packed: &[u8]) -> Result<Vec<u8>, Missing> {
    let mut bytes = Vec::new();
    ZlibDecoder::new(packed).take(MOST as u64 + 1).read_to_end(&mut bytes).map_err(damaged)?;
    if bytes.len() > MOST { Err(Missing::TooLarge) } else { Ok(bytes) }
}

/// Goes from chunk to chunk: others may have written it behind the picture, which is not unpacked.
fn from_png(file: &[u8]) -> Result<String, Missing> {
    let too_short = || damaged("it ends too early");
    let mut rest = file.get(PNG.len()..).unwrap_or_default();
    loop {
        let (length, more) = rest.split_first_chunk::<4>().ok_or_else(too_short)?;
        let (kind, more) = more.split_first_chunk::<4>().ok_or_else(too_short)?;
        let (chunk, more) = more.split_at_checked(u32::from_be_bytes(*length) as usize).ok_or_else(too_short)?;
        if kind == b"iTXt"
            && let Some(text) = chunk.strip_prefix(KEYWORD.as_bytes()).and_then(|chunk| chunk.strip_prefix(&[0]))
        {
            return from_chunk(text).ok_or_else(|| damaged("its text is not written as it should be"))?;
        }
        if kind == b"IEND" {
            return Err(Missing::Nothing);
        }
        // Behind it is its checksum; the signature says more.
        rest = more.get(4..).ok_or_else(too_short)?;
    }
}

/// The text of a chunk, behind its keyword: whether and how it is packed, two texts that end with a zero, and the text itself.
fn from_chunk(chunk: &[u8]) -> Option<Result<String, Missing>> {
    let ([packed, _], texts) = chunk.split_first_chunk::<2>()?;
    let text = texts.splitn(3, |byte| *byte == 0).nth(2)?;
    let bytes = match packed {
        0 => text.to_vec(),
        _ => match unpack(text) {
            Ok(bytes) => bytes,
            Err(missing) => return Some(Err(missing)),
        },
    };
    String::from_utf8(bytes).ok().map(Ok)
}

fn from_svg(text: &str) -> Result<String, Missing> {
    let options = roxmltree::ParsingOptions {
        nodes_limit: MOST_NODES,
        ..roxmltree::ParsingOptions::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(damaged)?;
    let element = document.descendants().find(|node| node.has_tag_name((NAME_SPACE, "credential")));
    let text: Option<String> = element.map(|node| node.children().filter_map(|child| child.text()).collect());
    text.map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .ok_or(Missing::Nothing)
}

/// Looks for attached files. They always lie in the open, each behind a dictionary that says what it is, so the rest of the document
/// need not be understood.
fn from_pdf(file: &[u8]) -> Result<String, Missing> {
    let mut is_too_large = false;
    for attached in attached(file).take(MOST_ATTACHED) {
        match attached {
            Ok(bytes) => match String::from_utf8(bytes) {
                Ok(text) if text.trim_start().starts_with('{') && text.contains("VerifiableCredential") => return Ok(text),
                _ => {}
            },
            Err(missing) => is_too_large |= missing == Missing::TooLarge,
        }
    }
    Err(if is_too_large {
        Missing::TooLarge
    } else if find(file, b"%%EOF").is_none() {
        damaged("it ends too early")
    } else {
        Missing::Nothing
    })
}

/// The attached files of a PDF, as far as they can be unpacked.
fn attached(file: &[u8]) -> impl Iterator<Item = Result<Vec<u8>, Missing>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        from += find(&file[from..], EMBEDDED)? + EMBEDDED.len();
        Some(from)
    })
    // A longer name is that of the list of all attached files.
    .filter(move |at| !file.get(*at).is_some_and(u8::is_ascii_alphanumeric))
    .filter_map(move |at| content(file, at))
}

/// The content of the object whose dictionary has its type before `at`. `None` when it is packed in a way that is not known here.
fn content(file: &[u8], at: usize) -> Option<Result<Vec<u8>, Missing>> {
    const LONGEST: usize = 4096;
    let behind = &file[at..file.len().min(at + LONGEST)];
    let begins = find(behind, b"stream")?;
    let before = &file[at.saturating_sub(LONGEST)..at];
    let start = before.windows(3).rposition(|word| word == b"obj").map_or(0, |at| at + 3);
    let dictionary = [&before[start..], &behind[..begins]].concat();
    let bytes = &file[at + begins + b"stream".len()..];
    let bytes = bytes.strip_prefix(b"\r").unwrap_or(bytes);
    let bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
    if find(&dictionary, b"/Filter").is_none() {
        let end = find(&bytes[..bytes.len().min(MOST + 32)], b"endstream");
        return Some(end.map_or(Err(Missing::TooLarge), |end| Ok(bytes[..end].to_vec())));
    }
    let is_flate = find(&dictionary, b"/FlateDecode").is_some() || find(&dictionary, b"/Fl ").is_some();
    let is_one = dictionary.windows(6).filter(|word| *word == b"Decode").count() <= 1;
    (is_flate && is_one).then(|| unpack(bytes))
}

/// Where these bytes are first.
fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const CREDENTIAL: &str = "{\"name\":\"Zoë ]]> & <b> 👩\u{200d}💻\",\"type\":[\"VerifiableCredential\"]}";

    fn picture() -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&[1, 2, 3, 4, 5, 6]).unwrap();
        writer.finish().unwrap();
        file
    }

    #[test]
    fn what_is_put_in_comes_out_and_the_picture_stays() {
        let baked = bake_png(&picture(), CREDENTIAL).unwrap();
        assert_eq!(extract(&baked).as_deref(), Ok(CREDENTIAL));
        let mut reader = png::Decoder::new(std::io::Cursor::new(&baked)).read_info().unwrap();
        let mut pixels = [0; 6];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!(pixels, [1, 2, 3, 4, 5, 6]);
        let drawing = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>a &gt; b</title></svg>"#;
        let baked = bake_svg(drawing, CREDENTIAL).unwrap();
        assert_eq!(extract(baked.as_bytes()).as_deref(), Ok(CREDENTIAL));
        assert_eq!(extract(CREDENTIAL.as_bytes()).as_deref(), Ok(CREDENTIAL));
    }

    #[test]
    fn a_file_without_one_says_so() {
        assert_eq!(extract(&picture()), Err(Missing::Nothing));
        assert_eq!(extract(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), Err(Missing::Nothing));
        assert_eq!(extract(b"hello"), Err(Missing::OtherKind));
        assert!(matches!(extract(b"%PDF-1.7 nothing"), Err(Missing::Damaged(_))));
        assert_eq!(extract(b"%PDF-1.7 nothing %%EOF"), Err(Missing::Nothing));
        assert!(matches!(extract(&picture()[..40]), Err(Missing::Damaged(_))));
        assert!(bake_png(b"GIF89a", CREDENTIAL).is_err() && bake_svg("<p>", CREDENTIAL).is_err());
    }

    /// Zeroes, a thousand times as long as what packs them.
    fn bomb() -> Vec<u8> {
        let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
        packed.write_all(&vec![0; 16 * MOST]).unwrap();
        packed.finish().unwrap()
    }

    fn packed_chunk(packed: &[u8]) -> Vec<u8> {
        let data = [KEYWORD.as_bytes(), &[0, 1, 0, 0, 0], packed].concat();
        let (head, rest) = (picture()[..PNG_HEAD].to_vec(), picture()[PNG_HEAD..].to_vec());
        [&head[..], &(data.len() as u32).to_be_bytes(), b"iTXt", &data, &[0; 4], &rest].concat()
    }

    fn attached_to_pdf(filter: &str, bytes: &[u8]) -> Vec<u8> {
        let head = format!("%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Subtype /application#2Fjson {filter} /Length 5 0 R >>\nstream\n");
        [
            head.as_bytes(),
            bytes,
            b"\nendstream\nendobj\n<< /Names << /EmbeddedFiles 7 0 R >> >>\n%%EOF",
        ]
        .concat()
    }

    #[test]
    fn no_more_is_unpacked_than_a_credential_has() {
        let small = |text: &str| {
            let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            packed.write_all(text.as_bytes()).unwrap();
            packed.finish().unwrap()
        };
        let flate = "/Filter /FlateDecode";
        assert_eq!(extract(&packed_chunk(&small(CREDENTIAL))).as_deref(), Ok(CREDENTIAL));
        assert_eq!(extract(&attached_to_pdf(flate, &small(CREDENTIAL))).as_deref(), Ok(CREDENTIAL));
        assert_eq!(
            extract(&attached_to_pdf("", CREDENTIAL.as_bytes()))
                .map(|text| text.trim().to_owned())
                .as_deref(),
            Ok(CREDENTIAL)
        );
        assert_eq!(extract(&attached_to_pdf("/Filter [/LZWDecode]", b"x")), Err(Missing::Nothing));
        assert_eq!(extract(&packed_chunk(&bomb())), Err(Missing::TooLarge));
        assert_eq!(extract(&attached_to_pdf(flate, &bomb())), Err(Missing::TooLarge));
        assert_eq!(extract(format!("{{{}}}", " ".repeat(MOST)).as_bytes()), Err(Missing::TooLarge));
        let parts = format!("<svg>{}</svg>", "<a/>".repeat(MOST_NODES as usize));
        assert!(matches!(extract(parts.as_bytes()), Err(Missing::Damaged(_))));
        // What is cut off or made of anything ends as well.
        let whole = attached_to_pdf(flate, &small(CREDENTIAL));
        for end in 0..whole.len() {
            assert_ne!(extract(&whole[..end]).as_deref(), Ok(""), "{end}");
        }
    }
}
