//! `riverpost dossier`: a game with all that proves who played what, for somebody else to check.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::arguments::Common;
use super::command::Run;
use super::error::{Done, Failure, reason};
use super::output::Out;
use super::record::{RecordToRead, played};
use super::show::within;
use crate::actions::{
    self, DossierError, DossierFault, DossierFiles, GAMES, MATCHES, VerifiedDossier,
    dossier_of_game, dossier_of_match, verify_dossier,
};
use crate::render::{counted, one_line};
use crate::store::{RepoPath, Store};

/// Put a game or a match together with all that proves who played what, or check what somebody has put together
#[derive(clap::Subcommand, Debug)]
pub(super) enum Dossier {
    /// Put a game or a match together with all that proves who played what
    Make(DossierToMake),
    /// Repeat the proof of a dossier
    Verify(DossierToVerify),
}

#[derive(clap::Args, Debug)]
pub(super) struct DossierToMake {
    #[command(flatten)]
    record: RecordToRead,
    /// The ply in dispute [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// The folder or .zip to write, which may not be there yet [default: the id with -dossier behind]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Withhold addresses
    #[arg(long)]
    redact: bool,
}

#[derive(clap::Args, Debug)]
pub(super) struct DossierToVerify {
    /// The folder or .zip
    dossier: PathBuf,
}

impl Run for Dossier {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        match self {
            Dossier::Make(make) => make.run(common, out),
            Dossier::Verify(verify) => verify.run(common, out),
        }
    }
}

impl Run for DossierToMake {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        if let Some((store, path)) = self.locate_match(common) {
            if self.ply.is_some() {
                return Err(Failure::usage("a match has no plies: name one of its games"));
            }
            let files = dossier_of_match(&store, &path, self.redact)?;
            return write(path.stem(), &files, self.out.as_deref(), common, out);
        }
        let (found, placed) = self.record.find_placed(common)?;
        let (record, replayed) = played(&found)?;
        let ply = within(self.ply, replayed.line.plies())?;
        let place = placed.as_ref().map(|(store, path)| (store, path));
        let files = dossier_of_game(&record, &replayed, place, ply, self.redact)?;
        write(&record.header().id, &files, self.out.as_deref(), common, out)
    }
}

impl DossierToMake {
    /// The match of the repository that is meant, where no game is.
    fn locate_match(&self, common: &Common) -> Option<(Store, RepoPath)> {
        let (store, here, name) =
            (common.store().ok()?, common.working_folder().ok()?, self.record.name());
        let path = actions::locate(&store, &here, MATCHES, name).ok()?;
        let is_match = path.as_str().starts_with(&format!("{MATCHES}/"));
        let called = |path: &RepoPath| path.stem().eq_ignore_ascii_case(name);
        let game = actions::locate(&store, &here, GAMES, name).ok().filter(|game| *game != path);
        let is_game = game.is_some_and(|game| called(&game) || !called(&path));
        (is_match && !is_game).then_some((store, path))
    }
}

/// Writes a dossier, and says by what hash it is known.
fn write(
    id: &str,
    files: &DossierFiles,
    to: Option<&Path>,
    common: &Common,
    out: &mut Out,
) -> Done {
    let path = to.map_or_else(|| PathBuf::from(format!("{id}-dossier")), Path::to_path_buf);
    let shown = path.display().to_string();
    if !common.dry_run {
        files.write(&path).map_err(Failure::unwritten(&path))?;
    }
    let (count, hash) = (files.paths().count(), files.hash().map(|hash| hash.to_string()));
    if common.json {
        out.line(json!({ "id": id, "path": shown, "files": count, "manifest": hash }))?;
        return Ok(0);
    }
    let would = if common.dry_run { "would write " } else { "" };
    out.note(format_args!("{would}{shown}: {count} files"))?;
    out.line(format_args!("SHA-256 of its MANIFEST: {}", hash.unwrap_or_default()))?;
    Ok(0)
}

impl Run for DossierToVerify {
    fn run(&self, common: &Common, out: &mut Out) -> Done {
        let name = self.dossier.display().to_string();
        if !self.dossier.exists() {
            return Err(Failure::nowhere(&self.dossier));
        }
        let files = DossierFiles::read(&self.dossier).map_err(|error| match &error {
            DossierError::Io(io) => Failure::world(reason(io)).at(name.clone()),
            _ => Failure::no(error.to_string()).at(name.clone()),
        })?;
        let hash = files.hash().map(|hash| hash.to_string());
        let VerifiedDossier { actions, signatures, faults } = verify_dossier(&files);
        if common.json {
            let faults: Vec<_> = faults
                .iter()
                .map(|DossierFault { file, message }| json!({ "file": file, "message": message }))
                .collect();
            out.line(json!({
                "path": name, "ok": faults.is_empty(), "manifest": hash,
                "actions": actions, "signatures": signatures, "faults": faults,
            }))?;
            return Ok(u8::from(!faults.is_empty()));
        }
        for DossierFault { file, message } in &faults {
            out.line(one_line(&format!("{name}: {file}: {message}")))?;
        }
        if let Some(hash) = hash {
            out.note(format_args!("SHA-256 of its MANIFEST: {hash}"))?;
        }
        let actions = counted(actions, "action", "actions");
        let signatures = counted(signatures, "signature", "signatures");
        match faults.is_empty() {
            true => out.note(format_args!("the dossier holds: {actions}, {signatures}"))?,
            false => out.note("the dossier does not hold")?,
        }
        Ok(u8::from(!faults.is_empty()))
    }
}
