//! Programs of the user's own choice, as git's settings name them: what sends mail, and the editor. No shell sees their names
//! or arguments.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::error::StoreError;
use super::repository::{Store, found};
use super::ssh::words_of;

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
        match child.stdin.take().map_or(Ok(()), |mut input| input.write_all(message)) {
            // One that stops before it has read everything gives its reason.
            Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(failed(error)),
            _ => {}
        }
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
        let failed = |source| StoreError::NoGit { source };
        let mut git = Command::new("git");
        git.arg("--git-dir").arg(self.git_dir()).args(["var", "GIT_EDITOR"]);
        let answer = git.stdin(Stdio::null()).output().map_err(failed)?;
        let editor = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
        match editor.is_empty() {
            true => Err(StoreError::Editor { editor, said: words_of(&answer.stderr) }),
            false => Ok(editor),
        }
    }
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
