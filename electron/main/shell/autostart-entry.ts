/** One argument of a command in a desktop entry, quoted as https://specifications.freedesktop.org/desktop-entry-spec/latest/exec-variables.html says. */
function quoted(argument: string): string {
  const escaped = argument.replace(/["`$\\]/g, '\\$&').replaceAll('%', '%%');
  // The file itself reads a backslash as the beginning of an escape.
  return `"${escaped.replaceAll('\\', '\\\\')}"`;
}

/** The file that makes a Linux desktop start a command at login. */
export function autostartEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Tributary',
    `Exec=${command.map(quoted).join(' ')}`,
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
