//! Starts the language server that is on the PATH of the project, with the settings of the person.
use zed_extension_api::{self as zed, serde_json, settings::LspSettings, LanguageServerId, Result};

struct ToggleTargeting;

impl zed::Extension for ToggleTargeting {
    fn new() -> Self {
        Self
    }

    fn language_server_command(
        &mut self,
        _id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<zed::Command> {
        let command = worktree
            .which("toggle-targeting-server")
            .ok_or("Run `npm install --global toggle-targeting` first.")?;
        Ok(zed::Command {
            command,
            args: vec!["--stdio".into()],
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(
        &mut self,
        id: &LanguageServerId,
        worktree: &zed::Worktree,
    ) -> Result<Option<serde_json::Value>> {
        Ok(LspSettings::for_worktree(id.as_ref(), worktree)?.initialization_options)
    }
}

zed::register_extension!(ToggleTargeting);
