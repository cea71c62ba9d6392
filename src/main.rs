//! Hands the command line to the library.

fn main() -> std::process::ExitCode {
    kapok::cli::run()
}
