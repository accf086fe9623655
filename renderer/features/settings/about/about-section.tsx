import { useState } from 'react';
import { countOf } from '../../../../shared/text/format.ts';
import { type PackageLicence, useLicences } from '../../../api/licences.ts';
import { useVersion } from '../../../api/server.ts';
import { hrefOf } from '../../../stores/router.ts';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { VirtualList } from '../../../ui/virtual-list.tsx';
import { SettingGroup } from '../setting-group.tsx';

function Licences({ packages }: { readonly packages: readonly PackageLicence[] }) {
  const [words, setWords] = useState('');
  const wanted = words.toLowerCase();
  const found = packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(wanted));
  return (
    <>
      <SearchField label="Search packages and licences" value={words} onChange={setWords} />
      <p role="status" className="mt-2 mb-1 text-secondary text-muted">
        {countOf(found.length, 'package')}
      </p>
      <VirtualList
        label="Packages"
        items={found}
        keyOf={({ name, version }) => `${name}@${version}`}
        rowHeight={32}
        className="h-80 rounded-control border border-border bg-surface px-3"
        renderRow={({ name, version, licence }) => (
          <div className="flex h-8 items-center gap-3 border-b border-border">
            <span className="min-w-0 flex-1 truncate font-mono text-secondary" title={name}>
              {name}
            </span>
            <span className="tabular shrink-0 text-secondary text-muted">{version}</span>
            <span className="w-32 shrink-0 truncate text-right text-secondary" title={licence}>
              {licence}
            </span>
          </div>
        )}
      />
    </>
  );
}

export function AboutSection() {
  const version = useVersion();
  return (
    <>
      <SettingGroup title="Version">
        <QueryState query={version} loading="Asking the server…">
          {(data) => <p>Tributary {data.version}, under the MIT licence.</p>}
        </QueryState>
      </SettingGroup>
      <SettingGroup title="What stays on this machine">
        <p className="max-w-160">
          Documents, chunks, vectors and questions stay on this machine. Something is sent to others only where you ask
          for it: a model is downloaded, a loader fetches a page, an embedding service or a store elsewhere is part of a
          flow. The app reports nothing to anyone.
        </p>
      </SettingGroup>
      <SettingGroup title="For programs">
        <p>
          Everything in this window can be done by scripts, too.{' '}
          <a className="text-accent underline" href={hrefOf({ page: 'api' })}>
            Read the HTTP API
          </a>
        </p>
      </SettingGroup>
      <SettingGroup title="Made of these packages" help="The licences as the packages state them.">
        <QueryState query={useLicences()} loading="Reading the list…">
          {(packages) => <Licences packages={packages} />}
        </QueryState>
      </SettingGroup>
    </>
  );
}
