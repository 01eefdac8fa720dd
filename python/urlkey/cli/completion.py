"""`urlkey completion`: the script that makes a shell complete commands and options."""

from __future__ import annotations

import click

SHELLS = ("bash", "zsh", "fish")


@click.command("completion", short_help="Print the completion script for a shell.")
@click.argument("shell", type=click.Choice(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the completion script for a shell.

    \b
    bash  urlkey completion bash > ~/.local/share/bash-completion/completions/urlkey
    zsh   urlkey completion zsh > "${fpath[1]}/_urlkey"
    fish  urlkey completion fish > ~/.config/fish/completions/urlkey.fish
    """
    from click.shell_completion import get_completion_class

    complete = get_completion_class(shell)
    if complete is None:
        raise click.UsageError(f"there is no completion for {shell}")
    root = ctx.find_root().command
    script = complete(root, {}, "urlkey", "_URLKEY_COMPLETE")
    click.echo(script.source_template % script.source_vars())
