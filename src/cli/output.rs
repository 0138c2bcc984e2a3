//! Standard output: buffered, with colours only where they are wanted, and never a panic on a closed pipe.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};

use chrono::{DateTime, Utc};

use super::arguments::{Colour, Common};
use super::error::Failure;
use super::instant::{Instant, now};
use crate::store::{Pager, RunningPager};

/// Where a command's answer goes.
pub(super) struct Out {
    stream: BufWriter<Sink>,
    colour: bool,
    quiet: bool,
    recorded: Option<String>,
}

impl Out {
    pub(super) fn new(common: &Common) -> Out {
        let choice = match common.color {
            Colour::Auto => anstream::ColorChoice::Auto,
            Colour::Always => anstream::ColorChoice::Always,
            Colour::Never => anstream::ColorChoice::Never,
        };
        choice.write_global();
        let colour = match common.color {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
            }
        };
        let stream = BufWriter::new(Sink::Plain(io::stdout()));
        Out { stream, colour, quiet: common.quiet, recorded: None }
    }

    /// Shows what is printed from here on with the pager that git uses, where a person is to read it at a terminal. The pager
    /// is started when there is something to show.
    pub(super) fn page(&mut self, common: &Common) {
        let plain = common.no_pager || common.json || common.quiet || !self.is_terminal();
        let pager = if plain { None } else { Pager::of_git(&common.folder()) };
        if let Some(pager) = pager {
            *self.stream.get_mut() = Sink::Paged(pager);
        }
    }

    /// Whether to print colours.
    pub(super) fn colour(&self) -> bool {
        self.colour
    }

    /// Whether a person is watching on a terminal and wants to see progress.
    pub(super) fn watched(&self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether what is printed is read at a terminal, with a pager or without.
    pub(super) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Remembers that a commit was made, for a failure that comes after it; none is made with `--dry-run`.
    pub(super) fn recorded(&mut self, commit: Option<impl Display>) {
        self.recorded = commit.map(|commit| commit.to_string()).or(self.recorded.take());
    }

    /// Prints a line that was asked for.
    pub(super) fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        Ok(writeln!(self.stream, "{text}")?)
    }

    /// Prints text that was asked for as it is.
    pub(super) fn text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.stream.write_all(text.as_bytes())?)
    }

    /// Writes bytes that are no text, which a terminal is spared.
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if self.is_terminal() {
            return Err(Failure::usage("this is no text for a terminal")
                .hint("send it to a file, as in `> file`"));
        }
        Ok(self.stream.write_all(bytes)?)
    }

    /// Prints a line that `--quiet` leaves out.
    pub(super) fn note(&mut self, text: impl Display) -> Result<(), Failure> {
        if self.quiet { Ok(()) } else { self.line(text) }
    }

    /// Prints what was held back so far.
    pub(super) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.stream.flush()?)
    }

    /// Prints what is left, and gives the last commit that was made.
    pub(super) fn finish(mut self) -> (Result<(), Failure>, Option<String>) {
        (self.stream.flush().map_err(Failure::from), self.recorded)
    }
}

/// Where output ends up.
enum Sink {
    Plain(io::Stdout),
    /// At a pager that is started with the first byte.
    Paged(Pager),
    Running(RunningPager),
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Sink::Paged(pager) = self {
            // Without the pager it can be read, too.
            *self = pager.start().map_or_else(|_| Sink::Plain(io::stdout()), Sink::Running);
        }
        match self {
            Sink::Plain(stream) => stream.write(bytes),
            Sink::Running(pager) => pager.write(bytes),
            Sink::Paged(_) => Ok(0),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Plain(stream) => stream.flush(),
            Sink::Running(pager) => pager.flush(),
            Sink::Paged(_) => Ok(()),
        }
    }
}

/// The instant given, or the present one. What was not given in full is said in full.
pub(super) fn now_or(
    given: Option<Instant>,
    common: &Common,
    out: &mut Out,
) -> Result<DateTime<Utc>, Failure> {
    let Some(given) = given else { return now() };
    if given.zone.is_some() && !common.json {
        out.note(given)?;
    }
    Ok(given.at)
}
