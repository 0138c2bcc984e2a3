//! The pages around those of games: what strangers' text does there, and where they lead.

use riverpost::render::{
    Feed, FeedEntry, ListCell, ListChoice, ListColumn, ListRow, ListTable, SitePage, SiteSection,
    SiteTab, address,
};

const HOSTILE: &str = "\"><script>alert(1)</script>\u{202e}'&";
const HARMLESS: &str = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\u{202e}&#39;&amp;";

fn list() -> ListTable {
    let column = ListColumn { title: "Name", ..ListColumn::default() };
    ListTable {
        what: "games",
        columns: vec![column, ListColumn { number: true, less: true, ..column }],
        choices: vec![ListChoice {
            tag: "state",
            title: "State",
            values: vec![(HOSTILE.into(), HOSTILE.into())],
        }],
        rows: vec![ListRow {
            tags: vec![HOSTILE.into()],
            class: "over",
            cells: vec![
                ListCell {
                    href: Some(format!("index.html#words={}", address(HOSTILE))),
                    ..ListCell::new(HOSTILE)
                },
                ListCell::new("3"),
            ],
        }],
    }
}

#[test]
fn a_list_escapes_what_it_shows() {
    let list = list();
    let sections = [
        SiteSection::Text(HOSTILE.into()),
        SiteSection::Wrong(HOSTILE.into()),
        SiteSection::Heading(HOSTILE),
        SiteSection::List(&list),
    ];
    let tab = Some(SiteTab::Games);
    let html = SitePage { title: HOSTILE, summary: HOSTILE, tab, sections: &sections }.html();
    assert!(!html.contains("alert(1)</script>") && !html.contains('\u{202e}'), "{html}");
    // Title, heading, summary, three texts, the choice's title, the cell.
    assert_eq!(html.matches(HARMLESS).count(), 8, "{html}");
    assert!(html.contains("href=\"index.html#words=%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E"));
    assert!(html.contains("<td class=\"number less\">3</td>"), "{html}");
    assert!(html.contains("<span aria-current=\"page\">Games</span>\n<a href=\"players.html\">"));
    assert!(html.contains("default-src 'none'; script-src 'sha256-"), "{html}");
}

#[test]
fn a_page_without_a_list_has_no_script() {
    let html = SitePage { title: "m", summary: "", tab: None, sections: &[] }.html();
    assert!(!html.contains("script"), "{html}");
    assert!(html.contains("<a href=\"../index.html\">Games</a>"), "{html}");
}

#[test]
fn a_feed_escapes_what_it_says() {
    let entry = FeedEntry {
        title: HOSTILE.into(),
        uuid: "u".into(),
        updated: "2026-11-29T19:20:00Z".into(),
        author: HOSTILE.into(),
        href: "games/g.html".into(),
    };
    let feed = Feed { title: HOSTILE, uuid: "f", updated: "", entries: &[entry] };
    let xml = feed.xml();
    assert!(!xml.contains("<script>"), "{xml}");
    assert_eq!(xml.matches(HARMLESS).count(), 3, "{xml}");
    assert!(xml.contains("<link href=\"games/g.html\"/>"), "{xml}");
}
