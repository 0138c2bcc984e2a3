//! The latest moves as an Atom feed (RFC 4287).

use std::fmt::Write;

use crate::render::html::html_text;
use crate::render::xml;

/// A feed.
#[derive(Clone, Debug)]
pub struct Feed<'a> {
    /// Its title.
    pub title: &'a str,
    /// What it is known by, for good: the UUID of the site.
    pub uuid: &'a str,
    /// When something last changed, as RFC 3339 has it.
    pub updated: &'a str,
    /// The entries, the latest first.
    pub entries: &'a [FeedEntry],
}

/// An entry of a feed.
#[derive(Clone, Debug)]
pub struct FeedEntry {
    /// What it says in a line.
    pub title: String,
    /// What it is known by, for good: a UUID.
    pub uuid: String,
    /// When it happened, as RFC 3339 has it.
    pub updated: String,
    /// Who did it.
    pub author: String,
    /// Where it leads, from the feed's folder.
    pub href: String,
}

impl Feed<'_> {
    /// The feed as XML.
    pub fn xml(&self) -> String {
        let mut out = format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
             <title>{}</title>\n<id>urn:uuid:{}</id>\n<updated>{}</updated>\n\
             <author><name>riverpost</name></author>\n<link href=\"index.html\"/>\n\
             <link rel=\"self\" href=\"feed.xml\"/>\n",
            html_text(self.title),
            xml(self.uuid),
            xml(self.updated)
        );
        for entry in self.entries {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "<entry>\n<title>{}</title>\n<id>urn:uuid:{}</id>\n<updated>{}</updated>\n\
                 <author><name>{}</name></author>\n<link href=\"{}\"/>\n</entry>",
                html_text(&entry.title),
                xml(&entry.uuid),
                xml(&entry.updated),
                html_text(&entry.author),
                xml(&entry.href)
            );
        }
        out + "</feed>\n"
    }
}
