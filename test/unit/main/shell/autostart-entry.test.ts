import { expect, test } from 'vitest';
import { autostartEntry } from '../../../../electron/main/shell/autostart-entry.ts';

const execOf = (command: readonly string[]) => /^Exec=(.*)$/m.exec(autostartEntry(command))?.[1];

test('a desktop entry starts the program with its arguments', () => {
  expect(autostartEntry(['/opt/Tributary/tributary', '--hidden'])).toBe(
    [
      '[Desktop Entry]',
      'Type=Application',
      'Name=Tributary',
      'Exec="/opt/Tributary/tributary" "--hidden"',
      'X-GNOME-Autostart-enabled=true',
      '',
    ].join('\n'),
  );
});

test.each([
  ['/home/ada/My data', '"/home/ada/My data"'],
  ['/home/ada/100%', '"/home/ada/100%%"'],
  ['/home/a"da', '"/home/a\\\\"da"'],
  ['/home/$ada', '"/home/\\\\$ada"'],
])('the argument %s is quoted', (argument, quoted) => expect(execOf([argument])).toBe(quoted));
