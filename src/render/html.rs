//! A page that needs nothing besides itself.

use base64ct::{Base64, Encoding};
use sha2::{Digest, Sha256};

use super::{Theme, one_line, xml};

/// An HTML page with a style of its own and a body that is already escaped. Its policy allows nothing but that style: no
/// scripts, no forms, and nothing from elsewhere.
pub fn html_page(title: &str, style: &str, body: &str) -> String {
    page_with(title, style, "", body)
}

/// The same with a script at the end of the body.
pub(super) fn scripted_page(title: &str, style: &str, script: &str, body: &str) -> String {
    let policy = format!(" script-src 'sha256-{}';", hash(script));
    page_with(title, style, &policy, &format!("{body}<script>{script}</script>\n"))
}

/// The style of a page in the colours of a theme: what all pages have, and behind it the page's own.
pub(super) fn style(theme: &Theme, own: &str) -> String {
    theme.variables() + include_str!("base.css") + own
}

/// A link to another page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageLink {
    /// What is shown.
    pub text: String,
    /// Where it leads, relative to the page, as it stands in an address; none for the page itself.
    pub href: Option<String>,
}

/// The links at the top of a page; nothing where there are none.
pub(super) fn link_bar(links: &[PageLink]) -> String {
    if links.is_empty() {
        return String::new();
    }
    let links = links.iter().map(|PageLink { text, href }| match href {
        Some(href) => format!("<a href=\"{}\">{}</a>\n", xml(href), html_text(text)),
        None => format!("<span aria-current=\"page\">{}</span>\n", html_text(text)),
    });
    format!("<nav class=\"links\">\n{}</nav>\n", links.collect::<String>())
}

/// Text in a page: without signs that would disguise it, and escaped.
pub fn html_text(text: &str) -> String {
    xml(&one_line(text))
}

fn hash(text: &str) -> String {
    Base64::encode_string(&Sha256::digest(text))
}

fn page_with(title: &str, style: &str, policy: &str, body: &str) -> String {
    let hash = hash(style);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none';{policy} \
         style-src 'sha256-{hash}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        xml(title)
    )
}
