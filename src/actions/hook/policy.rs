//! What a server holds a push against.

use crate::actions::actor::Identity;
use crate::actions::error::ActionError;
use crate::actions::settings::Settings;
use crate::store::{CommitId, RepoPath, Store};

/// The server's own settings, in git's folder, beside what else is private there.
pub(super) const SERVER_SETTINGS: &str = "server.yaml";
/// The variable that holds the login of who pushes where the server's settings name none: that of git's own CGI program.
const LOGIN: &str = "REMOTE_USER";

/// A server's own settings.
#[derive(Clone, Debug)]
pub struct ServerPolicy {
    pub(super) settings: Settings,
    /// The full name of the branch that is pushed to.
    pub(super) branch: String,
}

impl ServerPolicy {
    /// Those of a bare repository.
    ///
    /// # Errors
    /// [`ActionError::NoServer`] where there are none, [`ActionError::ServerSettings`] where they are not sound.
    pub fn of(store: &Store) -> Result<ServerPolicy, ActionError> {
        let file = RepoPath::new(SERVER_SETTINGS)?;
        let place = store.private_place(&file);
        let bytes = store.private(&file)?.ok_or_else(|| match place.exists() {
            // It belongs to another user of the server than the one whom git runs as.
            true => {
                let error = std::io::ErrorKind::PermissionDenied.into();
                ActionError::File { file: place.display().to_string(), error }
            }
            false => ActionError::NoServer { dir: store.git_dir().into() },
        })?;
        let settings = Settings::read_of_server(&bytes)
            .map_err(|error| ActionError::ServerSettings { error: Box::new(error) })?;
        let branch = match &settings.branch {
            Some(branch) => format!("refs/heads/{branch}"),
            None => store.head_branch()?,
        };
        Ok(ServerPolicy { settings, branch })
    }

    /// The environment variable that holds the login of who pushes.
    pub fn login_variable(&self) -> &str {
        self.settings.pusher.as_deref().unwrap_or(LOGIN)
    }

    /// What holds for a push onto that state of the branch: its settings, with the owners whom the server names.
    pub(super) fn policy(
        &self,
        store: &Store,
        old: Option<CommitId>,
    ) -> Result<Settings, ActionError> {
        let committed =
            old.map(|old| Settings::committed(&store.as_of(old)?)).transpose()?.flatten();
        let Some(mut settings) = committed else { return Ok(self.settings.clone()) };
        settings.owners.extend(self.settings.owners.iter().cloned());
        Ok(settings)
    }
}

/// Who has logged in under that name, as the settings say.
pub(super) fn pusher(settings: &Settings, login: Option<&str>) -> Option<Identity> {
    settings.known(login?).map(Identity::known)
}
