import { ExternalLink } from 'lucide-react';
import { Fragment, useState } from 'react';
import { t } from '../../../../shared/texts/t.ts';
import { useAppVersions } from '../../../api/app-versions.ts';
import { messageOf } from '../../../api/client.ts';
import { type PackageLicence, useLicences } from '../../../api/licences.ts';
import { useVersion } from '../../../api/server.ts';
import { hrefOf } from '../../../stores/router.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { showErrorToast } from '../../../ui/feedback/toast.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { SettingGroup } from '../setting-group.tsx';

/** A row that opens to the text of its licence. */
function Licence({ part: { name, version, licence, text } }: { readonly part: PackageLicence }) {
  return (
    <details className="border-b border-border">
      <summary className="flex h-8 cursor-pointer items-center gap-3">
        <span className="min-w-0 flex-1 truncate font-mono text-secondary" title={name}>
          {name}
        </span>
        <span className="tabular shrink-0 text-secondary text-muted">{version}</span>
        <span className="w-32 shrink-0 truncate text-right text-secondary" title={licence}>
          {licence}
        </span>
      </summary>
      <p className="max-w-160 pb-3 text-secondary whitespace-pre-wrap">
        {text ?? t('The package comes without the text of its licence.')}
      </p>
    </details>
  );
}

function Licences({ packages }: { readonly packages: readonly PackageLicence[] }) {
  const [words, setWords] = useState('');
  const wanted = words.toLowerCase();
  const found = packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <>
      <SearchField label={t('Search packages and licences')} value={words} onChange={setWords} />
      <p role="status" className="mt-2 mb-1 text-secondary text-muted">
        {t('{count, plural, one {# package} other {# packages}}', { count: found.length })}
      </p>
      <VirtualList
        label={t('Packages')}
        items={found}
        keyOf={({ name, version }) => `${name}@${version}`}
        rowHeight={32}
        className="h-80 rounded-control border border-border bg-surface px-3"
        renderRow={(part) => <Licence part={part} />}
      />
    </>
  );
}

/** Chromium comes with a list of its own; in a browser there is no such button. */
function ChromiumLicences() {
  const bridge = window.tributary;
  if (bridge === undefined) return null;
  const show = () => bridge.showChromiumLicences().catch((error: unknown) => showErrorToast(messageOf(error)));
  return (
    <Button className="mt-3" icon={<ExternalLink aria-hidden="true" />} onClick={() => void show()}>
      {t('Show the licences of Chromium')}
    </Button>
  );
}

/** In the app: the versions of all that it runs on, for whoever asks about a fault. */
function Versions() {
  const versions = Object.entries(useAppVersions() ?? {});
  if (versions.length === 0) return null;
  return (
    <>
      <dl className="mt-3 mb-3 grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 text-secondary">
        {versions.map(([name, version]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="tabular">{version}</dd>
          </Fragment>
        ))}
      </dl>
      <CopyButton
        label={t('Copy the versions')}
        text={versions.map(([name, version]) => `${name} ${version}`).join('\n')}
      />
    </>
  );
}

export function AboutSection() {
  const version = useVersion();
  return (
    <>
      <SettingGroup title={t('Version')}>
        <QueryState query={version} loading={t('Asking the server…')}>
          {(data) => <p>{t('Tributary {version}, under the MIT licence.', { version: data.version })}</p>}
        </QueryState>
        <Versions />
      </SettingGroup>
      <SettingGroup title={t('What stays on this machine')}>
        <p className="max-w-160">
          {t(
            'Documents, chunks, vectors and questions stay on this machine. Something is sent to others only where you ask for it: a model is downloaded, a loader fetches a page, a remote embedding service or store is part of a flow. The app reports nothing to anyone.',
          )}
        </p>
      </SettingGroup>
      <SettingGroup title={t('For programs')}>
        <p>
          {t('Everything in this window can be done by scripts, too.')}{' '}
          <a className="text-accent underline" href={hrefOf({ page: 'http-api' })}>
            {t('Read the HTTP API')}
          </a>
        </p>
      </SettingGroup>
      <SettingGroup
        title={t('Made of these packages')}
        help={t('The licences as the packages state them. A row opens to its text.')}
      >
        <QueryState query={useLicences()} loading={t('Reading the list…')}>
          {(packages) => <Licences packages={packages} />}
        </QueryState>
        <ChromiumLicences />
      </SettingGroup>
    </>
  );
}
