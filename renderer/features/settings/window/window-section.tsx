import { CLOSE_CHOICES, type Preferences } from '../../../../shared/ipc/preferences.ts';
import { t } from '../../../../shared/texts/t.ts';
import { messageOf } from '../../../api/client.ts';
import { useChangePreferences, usePreferences } from '../../../api/preferences.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { isMac } from '../../../ui/platform.ts';
import { SettingGroup } from '../setting-group.tsx';

const CLOSE_LABELS = {
  ask: t('Ask while something goes on'),
  keep: t('Keep Tributary running'),
  quit: t('Quit Tributary'),
};

interface SettingProps {
  readonly preferences: Preferences;
  readonly onChange: (changed: Partial<Preferences>) => void;
}

function WhenClosed({ preferences, onChange }: SettingProps) {
  if (isMac) {
    return (
      <SettingGroup title={t('When the window is closed')}>
        <p className="max-w-160">
          {t(
            'Tributary goes on, and upserts and watched folders with it, as is usual on a Mac. A click on its icon in the Dock shows the window again; ⌘Q quits.',
          )}
        </p>
      </SettingGroup>
    );
  }
  return (
    <SettingGroup
      title={t('When the window is closed')}
      help={t(
        'Kept running, upserts and watched folders go on. The icon in the system’s tray shows the window again, and so does another start.',
      )}
    >
      <div className="w-72">
        <Select
          aria-label={t('When the window is closed')}
          value={preferences.onClose}
          options={CLOSE_CHOICES.map((value) => ({ value, label: CLOSE_LABELS[value] }))}
          onValueChange={(value) => onChange({ onClose: CLOSE_CHOICES.find((choice) => choice === value) ?? 'ask' })}
        />
      </div>
    </SettingGroup>
  );
}

function AtLogin({ preferences: { startsAtLogin }, onChange }: SettingProps) {
  if (startsAtLogin === null) return null;
  return (
    <SettingGroup
      title={t('Start')}
      help={t(
        'At login Tributary starts without a window. On Linux this is a file in the folder “autostart” of your settings, the only one outside the data folder.',
      )}
    >
      <Checkbox
        label={t('Start when I log in')}
        checked={startsAtLogin}
        onChange={(isOn) => onChange({ startsAtLogin: isOn })}
      />
    </SettingGroup>
  );
}

/** What the desktop app does besides showing this page. */
export function WindowSection() {
  const preferences = usePreferences();
  const { mutate } = useChangePreferences();
  if (preferences === undefined) return null;
  const change = (changed: Partial<Preferences>) =>
    mutate({ ...preferences, ...changed }, { onError: (error) => showErrorToast(messageOf(error)) });
  return (
    <>
      <WhenClosed preferences={preferences} onChange={change} />
      <AtLogin preferences={preferences} onChange={change} />
      <SettingGroup title={t('Notices')} help={t('Of upserts that took longer than half a minute.')}>
        <Checkbox
          label={t('Tell me when an upsert ends while I do something else')}
          checked={preferences.notifies}
          onChange={(notifies) => change({ notifies })}
        />
      </SettingGroup>
    </>
  );
}
