import { Keyboard } from 'lucide-react';
import { t } from '../../../../shared/texts/t.ts';
import { useEditorLayoutStore } from '../../../stores/editor-layout-store.ts';
import { hrefOf } from '../../../stores/router.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SettingGroup } from '../setting-group.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { ThemeChoice } from './theme-choice.tsx';

export function GeneralSection() {
  return (
    <>
      <SettingGroup title={t('Theme')} help={t('Kept for this window and browser.')}>
        <ThemeChoice />
      </SettingGroup>
      <SettingGroup
        title={t('Language')}
        help={t('Of this window and browser. What the server says, such as errors of a run, stays in English.')}
      >
        <LanguageChoice />
      </SettingGroup>
      <SettingGroup title={t('Keyboard')} help={t('Everything can be reached by keys.')}>
        <Button
          icon={<Keyboard aria-hidden="true" />}
          onClick={() => useEditorLayoutStore.setState({ isShortcutSheetOpen: true })}
        >
          {t('Show the shortcuts')}
        </Button>
      </SettingGroup>
      <SettingGroup title={t('Credentials')} help={t('Kept encrypted on this machine, and never shown again.')}>
        <a className="text-accent underline" href={hrefOf({ page: 'resources', tab: 'credentials' })}>
          {t('Show the credentials')}
        </a>
      </SettingGroup>
    </>
  );
}
