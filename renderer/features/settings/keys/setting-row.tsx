import type { ReactNode } from 'react';
import type { ServerSetting, ServerSettings } from '../../../../shared/api/server-settings.ts';
import { t } from '../../../../shared/texts/t.ts';
import { CopyText } from '../../../ui/copy-text.tsx';

/** A setting of the server by its name. */
export function settingOf({ settings }: ServerSettings, name: string): ServerSetting {
  return settings.find((setting) => setting.name === name) ?? { name, value: '', setBy: null };
}

function originOf({ setBy }: ServerSetting): string {
  if (setBy === null) return t('Not set: this is the default.');
  if (setBy.startsWith('--')) return t('Set at the start by {setBy}.', { setBy });
  return setBy === 'settings.json'
    ? t('Set in settings.json.')
    : t('Set at the start by {setBy} in the environment.', { setBy });
}

export interface SettingRowProps {
  readonly label: string;
  readonly setting: ServerSetting;
  /** The value in words. */
  readonly value: ReactNode;
  readonly help?: ReactNode;
  /** The line of settings.json, or the command, that changes it. */
  readonly change: string;
}

/** A setting that is read at the start: what it is, what has set it, and how to change it. */
export function SettingRow({ label, setting, value, help, change }: SettingRowProps) {
  return (
    <li className="border-b border-border py-4 last:border-b-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">{label}</p>
        <p className="tabular font-medium">{value}</p>
      </div>
      {help === undefined ? null : <div className="text-secondary text-muted">{help}</div>}
      <p className="text-secondary text-muted">{originOf(setting)}</p>
      <div className="mt-1.5 flex flex-wrap items-center gap-2 text-secondary text-muted">
        <span>{t('To change it:')}</span>
        <CopyText text={change} label={t('Copy how to change: {label}', { label })} />
      </div>
    </li>
  );
}

/** Where the lines of the rows above go. */
export function HowToChange({ settingsFile }: { readonly settingsFile: string }) {
  return (
    <div className="mt-4 text-secondary text-muted">
      <p>
        {t(
          'These are read when the server starts, so they can not be changed here. Put the lines into this file, between braces, and start Tributary again:',
        )}
      </p>
      <div className="mt-1.5">
        <CopyText text={settingsFile} label={t('Copy the path of the settings file')} />
      </div>
    </div>
  );
}
