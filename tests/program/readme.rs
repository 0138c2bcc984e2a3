//! README.md: what it says to type is typed here in order, and what it says is printed is printed.
//! `RIVERPOST_README=write cargo test --test program readme` writes what is printed into it.

use std::collections::HashMap;
use std::fs;

use crate::harness::{NOW, Place, RECORD};

const README: &str = include_str!("../../README.md");

/// Runs the commands of every block of shell, each by whom and when the comment before the block says
/// (`<!-- WHO INSTANT -->`), and gives the text with what they print in the blocks that show it. The commands of one block
/// run in the folder that the same person's last `cd` led to.
fn run_samples(readme: &str) -> String {
    let place = Place::empty();
    let mut folders: HashMap<&str, String> = HashMap::new();
    let (mut text, mut marker, mut count) = (String::new(), "", 0);
    let mut lines = readme.lines();
    while let Some(line) = lines.next() {
        text += &format!("{line}\n");
        if let "```sh" | "```console" = line {
            let shown = line == "```console";
            let (who, now) = marker.split_once(' ').expect("a comment before the block");
            let folder = folders.entry(who).or_insert_with(|| ".".to_owned());
            while let Some(first) = lines.next().filter(|line| *line != "```") {
                let typed = if shown { first.strip_prefix("$ ") } else { Some(first) };
                let Some(typed) = typed else { continue };
                let (mut command, mut last) = (typed.to_owned(), first);
                text += &format!("{first}\n");
                while last.ends_with('\\') {
                    last = lines.next().unwrap();
                    command += &format!("\n{last}");
                    text += &format!("{last}\n");
                }
                count += 1;
                if let Some(to) = command.strip_prefix("cd ") {
                    *folder += &format!("/{to}");
                } else if let Some(demo) = command.strip_prefix("cargo run --release -- ") {
                    place.ok(&[demo]);
                } else if !command.starts_with("cargo ") {
                    let run = place.shell(&format!("cd {folder} && {{ {command}\n}} 2>&1"), now);
                    assert!(shown || run.code == 0, "{who}: {command}: {run:?}");
                    text += if shown { &run.out } else { "" };
                }
            }
            text += "```\n";
        }
        marker =
            line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")).unwrap_or("");
    }
    assert!(count > 60, "{count} commands");
    text
}

#[test]
fn every_sample_runs_and_prints_what_is_shown() {
    let text = run_samples(README);
    if std::env::var_os("RIVERPOST_README").is_some() {
        fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"), text).unwrap();
        return;
    }
    for (shown, printed) in README.lines().zip(text.lines()) {
        assert_eq!(shown, printed);
    }
    assert_eq!(README, text);
}

/// What stands in code of the first column of the table below a line.
fn column(start: &str) -> Vec<String> {
    let (_, rest) = README.split_once(start).expect("the table");
    let rows = rest.lines().skip_while(|line| !line.starts_with("| `"));
    let cells = rows.map_while(|line| line.strip_prefix("| `")?.split("` |").next());
    cells.map(|cell| cell.replace("\\|", "|")).collect()
}

#[test]
fn every_action_line_time_control_and_setting_is_read() {
    let place = Place::with_game();
    let record = place.read(RECORD);
    let (header, _) = record.split_once("moves:").unwrap();
    let lines = column("<!-- action lines -->");
    assert_eq!(lines.len(), 34);
    for line in &lines {
        let text = format!("{header}moves: |\n  {line}\n");
        if let Err(fault) = riverpost::record::read(text.as_bytes()) {
            panic!("{line}: {fault:?}");
        }
    }
    let controls = column("| `time:` |");
    assert_eq!(controls.len(), 7);
    for (number, time) in controls.iter().enumerate() {
        let id = format!("timed-{number}");
        place.ok(&["new", "wing", "--south", "a", "--north", "b", "--id", &id, "--time", time]);
    }
    let mut settings = README.split("```yaml\nformat: riverpost-repository/1").skip(1);
    let mut block = || settings.next().unwrap().split("```").next().unwrap();
    let (settings, of_server) = (block(), block());
    let served = Place::empty();
    served.write("riverpost.yaml", format!("format: riverpost-repository/1{of_server}"));
    served.ok(&["init"]);
    served.ok(&["new", "wing", "--south", "a", "--north", "b"]);
    let other = Place::empty();
    other.write("riverpost.yaml", format!("format: riverpost-repository/1{settings}"));
    other.ok(&["init"]);
    let names = ["--south", "Anna Ek <anna@post.example>", "--north", "Ben Ode <ben@example.org>"];
    other.identify_as("Anna", "anna@example.org");
    other.at(NOW);
    other.ok(&[&["new", "wing", "--id", "w"], &names[..]].concat());
    assert!(!other.ok(&["move", "w", "e4e5"]).contains("entered for"));
}
