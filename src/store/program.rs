//! Programs of the user's own choice, as git's settings name them: what sends mail, the editor, and the pager. No shell sees
//! their names or arguments.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
#[cfg(unix)]
use std::sync::Arc;

use tempfile::TempDir;

use super::error::StoreError;
use super::repository::{Store, found};
use super::ssh::{words_of, write_input};

/// What sends mail where nothing is set.
const SENDMAIL: &str = "sendmail";
/// Where it is looked for besides `PATH`.
const SENDMAIL_FOLDERS: [&str; 2] = ["/usr/sbin", "/usr/lib"];
/// The settings that name it, as of `git send-email`.
const SENDMAIL_COMMAND: &str = "sendemail.sendmailCmd";
const SMTP_SERVER: &str = "sendemail.smtpServer";
/// The file that the editor opens.
const DRAFT: &str = "MAIL_EDITMSG";
/// The longest text that is taken from an editor, in bytes.
const LONGEST_DRAFT: u64 = 16 * 1024;
/// What git sets for two pagers where nothing is set: `less` is gone at once when all fits on the screen.
const PAGER_OPTIONS: [(&str, &str); 2] = [("LESS", "FRX"), ("LV", "-c")];

impl Store {
    /// Hands a message to the program that sends mail, with `-i` and the address as its arguments, as `git send-email` does.
    /// It is `sendemail.sendmailCmd`; or `sendemail.smtpServer` where that is an absolute path; or else `sendmail`.
    ///
    /// # Errors
    /// [`StoreError::Unsent`].
    pub fn send_mail(&self, to: &str, message: &[u8]) -> Result<(), StoreError> {
        let settings = self.repo.config()?.snapshot()?;
        let server = found(settings.get_string(SMTP_SERVER))?.filter(|path| path.starts_with('/'));
        let command = match (found(settings.get_string(SENDMAIL_COMMAND))?, server) {
            (Some(command), _) => split(&command).ok_or_else(|| {
                let said =
                    "this is a line for a shell, and none is run: name a program and its arguments";
                StoreError::Unsent { program: command.clone(), said: said.into() }
            })?,
            (None, Some(path)) => vec![path],
            (None, None) => vec![sendmail()],
        };
        let unsent = |said: String| StoreError::Unsent { program: command[0].clone(), said };
        let failed = |error: std::io::Error| unsent(error.to_string());
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .args(["-i", to])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        write_input(&mut child, message).map_err(failed)?;
        let done = child.wait_with_output().map_err(failed)?;
        match (done.status.success(), words_of(&done.stderr)) {
            (true, _) => Ok(()),
            (false, said) if said.is_empty() => Err(unsent(done.status.to_string())),
            (false, said) => Err(unsent(said)),
        }
    }

    /// What the person makes of a text in the editor that git uses.
    ///
    /// # Errors
    /// [`StoreError::Editor`], [`StoreError::NoGit`], [`StoreError::Io`].
    pub fn edit_text(&self, text: &str) -> Result<String, StoreError> {
        let editor = self.editor()?;
        let failed = |said: String| StoreError::Editor { editor: editor.clone(), said };
        let command = split(&editor).ok_or_else(|| failed("no shell is run".into()))?;
        let folder = TempDir::new().map_err(|error| failed(error.to_string()))?;
        let file = folder.path().join(DRAFT);
        let io = |error| StoreError::io(&file, error);
        fs::write(&file, text).map_err(io)?;
        let done = Command::new(&command[0]).args(&command[1..]).arg(&file).status();
        let status = done.map_err(|error| failed(error.to_string()))?;
        if !status.success() {
            return Err(failed(status.to_string()));
        }
        let long = fs::metadata(&file).map_err(io)?.len() > LONGEST_DRAFT;
        let text = fs::read_to_string(&file).map_err(io)?;
        if long { Err(failed(format!("more than {LONGEST_DRAFT} bytes"))) } else { Ok(text) }
    }

    /// The editor that git uses, as it says itself.
    fn editor(&self) -> Result<String, StoreError> {
        let place = ["--git-dir".as_ref(), self.git_dir().as_os_str()];
        let (editor, said) =
            variable(place, "GIT_EDITOR").map_err(|source| StoreError::NoGit { source })?;
        match editor.is_empty() {
            true => Err(StoreError::Editor { editor, said }),
            false => Ok(editor),
        }
    }
}

/// What shows long output a page at a time.
#[derive(Debug)]
pub struct Pager {
    command: Vec<String>,
}

impl Pager {
    /// The pager that git uses in a folder, as git says itself. None where that is `cat` or nothing, where there is no git to
    /// ask, and where only a shell could follow its command line.
    pub fn of_git(folder: &Path) -> Option<Pager> {
        let (pager, _) = variable(["-C".as_ref(), folder.as_os_str()], "GIT_PAGER").ok()?;
        let command = split(&pager).filter(|_| pager != "cat")?;
        Some(Pager { command })
    }

    /// Starts it. It writes to the standard output, with the options for `less` and `lv` that git gives them.
    ///
    /// # Errors
    /// That there is no such program, and the like.
    pub fn start(&self) -> io::Result<RunningPager> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).stdin(Stdio::piped());
        for (name, options) in PAGER_OPTIONS {
            if std::env::var_os(name).is_none() {
                command.env(name, options);
            }
        }
        let child = command.spawn()?;
        // A Ctrl-C is the pager's alone from here on: if this program died of it, the pager would be left behind at the
        // terminal together with the shell.
        #[cfg(unix)]
        let _ = signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default());
        Ok(RunningPager(child))
    }
}

/// A pager that shows what is written to it. When it is dropped, it gets no more, and is waited for.
#[derive(Debug)]
pub struct RunningPager(Child);

impl Write for RunningPager {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.stdin.as_mut().map_or(Ok(0), |input| input.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for RunningPager {
    fn drop(&mut self) {
        // This closes its input, too. What became of it is nobody's business.
        let _ = self.0.wait();
    }
}

/// The value that git gives to one of its variables, when it is run with these arguments, and what it says besides.
fn variable(place: [&OsStr; 2], name: &str) -> io::Result<(String, String)> {
    let answer =
        Command::new("git").args(place).args(["var", name]).stdin(Stdio::null()).output()?;
    let value = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    Ok((value, words_of(&answer.stderr)))
}

/// The words of a command line as a shell would have them; none where it has signs that only a shell can follow.
fn split(command: &str) -> Option<Vec<String>> {
    let mut words = shlex::split(command).filter(|words| !words.is_empty())?;
    if command.contains(['|', '&', ';', '<', '>', '$', '`']) {
        return None;
    }
    if let (Some(rest), Some(home)) = (words[0].strip_prefix("~/"), std::env::home_dir()) {
        words[0] = home.join(rest).to_string_lossy().into_owned();
    }
    Some(words)
}

/// The usual program.
fn sendmail() -> String {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).collect::<Vec<PathBuf>>();
    let folders = folders.into_iter().chain(SENDMAIL_FOLDERS.map(PathBuf::from));
    let found = folders.map(|folder| folder.join(SENDMAIL)).find(|program| Path::is_file(program));
    found.map_or_else(|| SENDMAIL.into(), |program| program.to_string_lossy().into_owned())
}
