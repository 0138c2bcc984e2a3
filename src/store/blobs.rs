use std::ops::ControlFlow::Continue;

use super::{RepoPath, Store, StoreError};

impl Store {
    /// Calls `visit` with the path and content of every `*.yaml` file of HEAD below a folder (`""`:
    /// everywhere), in falling order. The work tree is not asked, and the history neither, so that
    /// many files cost no more than reading them.
    ///
    /// # Errors
    /// [`StoreError::BadPath`] for a file name that is not UTF-8; [`StoreError::Git`].
    pub fn each_file(
        &self,
        folder: &str,
        mut visit: impl FnMut(RepoPath, Vec<u8>),
    ) -> Result<(), StoreError> {
        self.each(folder, |folder, name, blob| {
            visit(RepoPath::new(format!("{folder}{name}"))?, self.content(blob)?);
            Ok(Continue(()))
        })
    }
}
