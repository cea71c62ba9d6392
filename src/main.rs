//! Calls the command line of the library.

fn main() -> std::process::ExitCode {
    kapok::cli::run()
}
