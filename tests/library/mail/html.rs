//! What HTML says.

use super::{check_all, message, read};

fn html(body: &str) -> Vec<u8> {
    message("Content-Type: text/html; charset=utf-8\n", body)
}

#[test]
fn lines_are_those_that_a_reader_sees() {
    let rows = [
        (
            "gmail",
            "<div dir=\"ltr\">Kd4</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">On Tue, Ben wrote:<br></div><blockquote class=\"gmail_quote\"><div>Kc3</div></blockquote></div>",
            "move Kd4",
        ),
        (
            "gmail, below",
            "<div class=\"gmail_quote\"><div class=\"gmail_attr\">On Tue, Ben wrote:<br></div><blockquote><div>Kc3</div></blockquote></div><div><br></div><div>Kd4</div>",
            "move Kd4",
        ),
        (
            "outlook",
            "<html><head><style>p {x: 1} </style></head><body><div class=WordSection1><p class=MsoNormal>Kd4<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> Ben Ode<br><b>Sent:</b> Tuesday<br></p></div><p>Kc3</p></div></body></html>",
            "move Kd4",
        ),
        (
            "outlook on the web",
            "<div>Kd4</div><hr><div id=\"divRplyFwdMsg\">Ben</div><div>Kc3</div>",
            "move Kd4",
        ),
        (
            "yahoo",
            "<div>Kd4</div><div id=\"yahoo_quoted_1\" class=\"yahoo_quoted\"><div>Kc3</div></div>",
            "move Kd4",
        ),
        (
            "apple",
            "Kd4<br><div><br><blockquote type=\"cite\"><div>On 1 Dec 2026, at 09:00, Ben wrote:</div><div>Kc3</div></blockquote></div>",
            "move Kd4",
        ),
        ("entities", "<p>SK&nbsp;b1&ndash;c3</p>", "move SK b1\u{2013}c3"),
        ("numbers", "<p>&#75;d&#x34;</p>", "move Kd4"),
        ("bold", "<p><b>K</b>d<i>4</i></p>", "move Kd4"),
        ("struck", "<p><s>Kd4</s></p>", "unclear: InSentence"),
        (
            "struck by style",
            "<p><span style=\"text-decoration: line-through\">Kd4</span></p>",
            "unclear: InSentence",
        ),
        ("struck and another", "<p><del>Kc3</del></p><p>Kd4</p>", "unclear: InSentence"),
        (
            "hidden",
            "<div style=\"display: none\">Kc3</div><p hidden>Kc3</p><p>Hello</p>",
            "nothing",
        ),
        ("comment", "<!-- Kc3 --><p>Hello</p><!--[if mso]><p>Kc3</p><![endif]-->", "nothing"),
        ("script", "<script>if (a<b) '</p>Kc3'</script><title>Kc3</title><p>Kd4</p>", "move Kd4"),
        ("raised", "<p>Kd<sup>4</sup></p>", "nothing"),
        ("a list", "<ol start=12><li>Kd4</li></ol>", "unclear: InSentence"),
        (
            "cells of a table",
            "<table><tr><td>Kc3</td><td>Kd4</td></tr></table>",
            "unclear: InSentence",
        ),
        ("preformatted", "<pre>Hello,\n\nKd4\n</pre>", "move Kd4"),
        ("white space", "<p>\n   SK\n   b1-c3\n</p>", "move SK b1-c3"),
        ("a sign in an attribute", "<p title=\"a > b\" data-x='<i>'>Kd4</p>", "move Kd4"),
        ("no tag", "<p>a < b &lt; c</p><p>Kd4</p>", "move Kd4"),
        ("paragraphs left open", "<p>Hello,<p>Kd4<p>Anna", "move Kd4"),
        ("breaks off in a tag", "<p>Kd4</p><p class=\"", "unclear: Body(Truncated)"),
        ("breaks off in a comment", "<p>Kd4</p><!-- ", "unclear: Body(Truncated)"),
    ];
    check_all(rows.map(|(name, body, expected)| (name, html(body), expected)));
}

#[test]
fn quotations_get_their_marks() {
    let mail = read(&html(
        "<p>One</p><blockquote>Two<blockquote>Three</blockquote>Four</blockquote>Five &amp; six",
    ));
    let lines: Vec<&str> = mail.text.lines().filter(|l| !l.trim_matches('>').is_empty()).collect();
    assert_eq!(lines, ["One", "> Two", ">> Three", "> Four", "Five & six"]);
}

#[test]
fn characters_of_many_bytes_are_no_trouble() {
    let mail = read(&html("é<p>日本</p>…&é;&;&#xZZ;&amp"));
    assert_eq!(mail.text, "é\n\n日本\n\n…&é;&;&#xZZ;&amp\n");
}
