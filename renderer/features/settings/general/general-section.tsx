import { Keyboard } from 'lucide-react';
import { useEditorLayoutStore } from '../../../stores/editor-layout-store.ts';
import { hrefOf } from '../../../stores/router.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SettingGroup } from '../setting-group.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function GeneralSection() {
  return (
    <>
      <SettingGroup title="Theme" help="Kept for this window and browser.">
        <ThemeChoice />
      </SettingGroup>
      <SettingGroup title="Keyboard" help="Everything can be reached by keys.">
        <Button
          icon={<Keyboard aria-hidden="true" />}
          onClick={() => useEditorLayoutStore.setState({ isShortcutSheetOpen: true })}
        >
          Show the shortcuts
        </Button>
      </SettingGroup>
      <SettingGroup title="Credentials" help="Kept encrypted on this machine, and never shown again.">
        <a className="text-accent underline" href={hrefOf({ page: 'resources', tab: 'credentials' })}>
          Show the credentials
        </a>
      </SettingGroup>
    </>
  );
}
