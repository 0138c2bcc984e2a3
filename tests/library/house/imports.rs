//! No file of a room depends on itself by way of others: the graph of which file names which is without circles.
//!
//! A file names another by a path that begins with `crate`, `super`, `self` or a module of its own. What a `mod.rs` only
//! re-exports (`pub use`) counts as named where it is defined, so that re-exports make no circles.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::sources;

/// A path to a module or an item, from the crate's root.
type Names = Vec<String>;

/// One source file as a module.
#[derive(Default)]
struct Module {
    file: PathBuf,
    /// What it imports, by the name it has here.
    imports: BTreeMap<String, Names>,
    /// The paths that it uses itself.
    uses: BTreeSet<Names>,
}

/// Identifiers, `::` and single signs of a source, without comments and texts.
fn tokens(source: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if let Some(text) = rest.strip_prefix("r#\"") {
            text.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if first == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|c| {
                let ends = c == '"' && !escaped;
                escaped = c == '\\' && !escaped;
                ends
            });
            end.map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("'\"'") || rest.starts_with("'{'") || rest.starts_with("'}'") {
            3
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            found.push(rest[..end].to_owned());
            end
        } else {
            let length = if rest.starts_with("::") { 2 } else { first.len_utf8() };
            if !first.is_whitespace() {
                found.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    found
}

/// The paths of a tree like `a::{b, c::d as e}` from a token on, each with the name it has from then on, and the token
/// behind it.
fn paths(tokens: &[String], mut at: usize, before: &[String]) -> (Vec<(Names, String)>, usize) {
    let mut names = before.to_vec();
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("{") => {
                let mut found = Vec::new();
                at += 1;
                while tokens[at] != "}" {
                    let (inner, next) = paths(tokens, at, &names);
                    found.extend(inner);
                    at = next + usize::from(tokens[next] == ",");
                }
                return (found, at + 1);
            }
            Some("self") if !names.is_empty() => {}
            Some(name) => names.push(name.to_owned()),
            None => return (Vec::new(), at),
        }
        at += 1;
        if tokens.get(at).is_none_or(|token| token != "::") {
            break;
        }
        at += 1;
        // Not a path but the type arguments of one.
        if tokens.get(at).is_some_and(|token| token == "<") {
            break;
        }
    }
    let mut name = names.last().cloned().unwrap_or_default();
    if tokens.get(at).is_some_and(|token| token == "as") {
        name = tokens[at + 1].clone();
        at += 2;
    }
    (vec![(names, name)], at)
}

/// Reads the file of a module, of which `children` are the modules below it.
fn read(file: &Path, module: &[String], children: &BTreeSet<&String>) -> Module {
    let source = std::fs::read_to_string(file).expect("a source file");
    let tokens = tokens(&source);
    let mut read = Module { file: file.to_owned(), ..Module::default() };
    let (mut depth, mut inline) = (0, Vec::new());
    let (mut at, mut statement) = (0, 0);
    while at < tokens.len() {
        match tokens[at].as_str() {
            "{" => {
                depth += 1;
                if at >= 2 && tokens[at - 2] == "mod" {
                    inline.push(depth);
                }
            }
            "}" => {
                inline.pop_if(|opened| *opened == depth);
                depth -= 1;
            }
            _ => {}
        }
        if matches!(tokens[at].as_str(), ";" | "{" | "}") {
            statement = at + 1;
        }
        let follows_path = at > 0 && tokens[at - 1] == "::";
        let heads = tokens.get(at + 1).is_some_and(|token| token == "::");
        let word = tokens[at].as_str();
        let own = children.contains(&tokens[at]);
        if follows_path || !heads || !(own || matches!(word, "crate" | "super" | "self")) {
            at += 1;
            continue;
        }
        let before: &[String] = if own { &["self".to_owned()] } else { &[] };
        let (found, next) = paths(&tokens, at, before);
        let is_use = tokens[statement..at].iter().any(|token| token == "use");
        let is_reexport = is_use && tokens[statement] == "pub";
        for (names, name) in found {
            let Some(names) = absolute(&names, module, inline.len()) else { continue };
            if is_use {
                read.imports.insert(name, names.clone());
            }
            if !is_reexport {
                read.uses.insert(names);
            }
        }
        at = next;
    }
    read
}

/// A path as seen from the crate's root; `None` for one within an inline module.
fn absolute(names: &[String], module: &[String], mut inline: usize) -> Option<Names> {
    let mut base = module.to_vec();
    let mut rest = names;
    match rest[0].as_str() {
        "crate" => return Some(rest[1..].to_vec()),
        "self" if inline > 0 => return None,
        "self" => rest = &rest[1..],
        _ => {}
    }
    while let Some((_, behind)) = rest.split_first().filter(|(first, _)| *first == "super") {
        if inline > 0 {
            inline -= 1;
        } else {
            base.pop();
        }
        rest = behind;
    }
    base.extend_from_slice(rest);
    Some(base)
}

/// The module in which what a path leads to is defined.
fn defined(modules: &BTreeMap<Names, Module>, names: &[String]) -> Names {
    let mut module = Names::new();
    for (at, name) in names.iter().enumerate() {
        let below: Names = module.iter().chain([name]).cloned().collect();
        if modules.contains_key(&below) {
            module = below;
        } else {
            let imports = modules.get(&module).map(|module| &module.imports);
            return match imports.and_then(|imports| imports.get(name)) {
                Some(origin) if origin != names => {
                    defined(modules, &[origin, &names[at + 1..]].concat())
                }
                _ => module,
            };
        }
    }
    module
}

#[test]
fn no_file_depends_on_itself() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files: BTreeMap<Names, PathBuf> = sources(&src)
        .into_iter()
        .map(|file| {
            let path = file.strip_prefix(&src).expect("below src").with_extension("");
            let names = path.iter().map(|name| name.to_string_lossy().into_owned());
            (names.filter(|name| !["mod", "lib"].contains(&name.as_str())).collect(), file)
        })
        .collect();
    let modules: BTreeMap<Names, Module> = files
        .iter()
        .map(|(module, file)| {
            let below = files.keys().filter(|other| other.len() == module.len() + 1);
            let children = below.filter(|other| other.starts_with(module));
            let children = children.filter_map(|other| other.last()).collect();
            (module.clone(), read(file, module, &children))
        })
        .collect();
    let graph: BTreeMap<&Names, BTreeSet<Names>> = modules
        .iter()
        .filter(|(module, _)| !module.is_empty())
        .map(|(module, read)| {
            let room = &module[..1];
            let named = read.uses.iter().map(|names| defined(&modules, names));
            (module, named.filter(|other| other != module && other.starts_with(room)).collect())
        })
        .collect();
    assert!(graph.values().map(BTreeSet::len).sum::<usize>() > 100, "the imports are found");
    let reached: BTreeMap<&Names, BTreeSet<&Names>> =
        graph.keys().map(|module| (*module, reached(&graph, module))).collect();
    let mut circles = String::new();
    for (module, below) in &graph {
        let file = modules[*module].file.strip_prefix(&src).expect("below src");
        let file = file.to_string_lossy().replace('\\', "/");
        if !reached[*module].contains(module) {
            continue;
        }
        let back = below.iter().filter(|other| reached[*other].contains(module));
        let back: Vec<String> = back.map(|names| names.join("::")).collect();
        circles += &format!("{file} -> {}\n", back.join(", "));
    }
    assert!(circles.is_empty(), "files in circles, and what leads them back:\n{circles}");
}

/// The modules that a module names, and what these name, and so on.
fn reached<'g>(graph: &'g BTreeMap<&Names, BTreeSet<Names>>, from: &Names) -> BTreeSet<&'g Names> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&Names> = graph[from].iter().collect();
    while let Some(module) = open.pop() {
        if found.insert(module) {
            open.extend(&graph[module]);
        }
    }
    found
}
