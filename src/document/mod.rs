//! YAML documents: the one strict reader, an editor that changes a document in place, and the printer.
//!
//! - [`read`] takes a file's bytes and gives a [`Document`]: a small tree of texts, mappings and lists, each node with the
//!   bytes of the file that it stands in. Every scalar is text; no value is guessed by YAML's type rules. Anchors, aliases,
//!   tags, directives, several documents, duplicate keys and deep nesting are refused, with a [`Diagnostic`].
//! - [`Document::typed`] reads the tree into a type.
//! - [`Editor`] changes a document at the places where its nodes stand; every other byte stays.
//! - [`quote`] writes text, [`flow`] a value in one line, [`item`] a mapping in lines of its own.

mod block;
mod diagnostic;
mod editor;
mod gate;
mod input;
mod lines;
mod plain;
mod printer;
mod reader;
mod simple;
mod tree;
mod typed;

pub use block::Block;
pub use diagnostic::{Diagnostic, Hint, Place};
pub use editor::{Arrangement, EditError, Editor, Layout, NextLine};
pub use gate::{Limits, is_one_line};
pub use plain::PlainValue;
pub use printer::{PrintError, flow, item, quote};
pub use reader::read;
pub use tree::{Document, Entry, List, Map, Node, Value};
