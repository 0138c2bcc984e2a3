//! `secrets`: a backup of plans and secrets.

use serde_json::json;

use crate::harness::{ID, Place};

#[test]
fn plans_and_secrets_are_backed_up_and_put_back() {
    let place = Place::with_game();
    place.play("w", 1, "e4e5");
    place.ok(&["plan", "add", "w", "e7e6: b1c3", "--for", "south"]);
    place.write(".git/riverpost/secrets/abc", "def\n");
    let plan = format!("plans/{ID}-south.yaml");
    let place_of = |name: &str| format!(".git/riverpost/{name}");
    let kept = place.read(&place_of(&plan));
    assert_eq!(
        place.ok(&["secrets", "export", "../backup.json"]),
        "2 plans and secrets written to ../backup.json\n"
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = std::fs::metadata(place.file("../backup.json")).unwrap();
        assert_eq!(file.permissions().mode() & 0o777, 0o600);
    }
    place.refused(3, &["secrets", "export", "../backup.json"], &["backup.json"]);
    // Put back into another clone; a second time nothing is done.
    place.git(&["clone", "-q", ".", "../clone"]);
    let clone = |arguments: &[&str]| {
        place.run(&[&["--repo", "../clone", "secrets", "import"], arguments].concat())
    };
    assert_eq!(
        clone(&["../backup.json", "--dry-run"]).out,
        format!("{plan}: would be put back\nsecrets/abc: would be put back\n")
    );
    assert_eq!(
        clone(&["../backup.json"]).out,
        format!("{plan}: put back\nsecrets/abc: put back\n")
    );
    let there = |name: &str| place.read(&format!("../clone/.git/riverpost/{name}"));
    assert_eq!((there(&plan), there("secrets/abc")), (kept.clone(), "def\n".into()));
    assert_eq!(clone(&["../backup.json"]).out, "2 plans and secrets here already\n");
    // What is here and differs stays.
    place.write("../clone/.git/riverpost/secrets/abc", "other\n");
    std::fs::remove_file(place.file(&format!("../clone/.git/riverpost/{plan}"))).unwrap();
    let run = clone(&["../backup.json", "--json"]);
    let said: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(run.code, 1);
    assert_eq!(said, json!({ "restored": [plan], "same": [], "differing": ["secrets/abc"] }));
    assert_eq!((there(&plan), there("secrets/abc")), (kept, "other\n".into()));
}

#[test]
fn what_is_no_backup_is_refused_whole() {
    let place = Place::new();
    let backup = |name: &str| {
        let files = json!({ "plans/a-south.yaml": "x", name: "y" });
        json!({ "format": "riverpost-secrets/1", "files": files }).to_string()
    };
    for name in ["../../config", "plans/../../config", "hooks/x", "plans/a/b", "secrets/"] {
        place.write("../bad.json", backup(name));
        let words = ["neither a plan nor a secret", name, "nothing was put back"];
        place.refused(1, &["secrets", "import", "../bad.json"], &words);
    }
    place.write("../bad.json", "{\"format\":\"riverpost-secrets/2\",\"files\":{}}");
    place.refused(1, &["secrets", "import", "../bad.json"], &["should be riverpost-secrets/1"]);
    place.refused(3, &["secrets", "import", "../none.json"], &["none.json"]);
}
