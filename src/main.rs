//! The `riverpost` program; see the library's documentation.

fn main() -> std::process::ExitCode {
    riverpost::cli::run(std::env::args_os())
}
