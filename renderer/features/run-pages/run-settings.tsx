import { useState } from 'react';
import type { UsedNode } from '../../../shared/api/upsert-history.ts';
import { t } from '../../../shared/texts/t.ts';
import { Disclosure } from '../../ui/controls/disclosure.tsx';

/** The value of a setting in one line. */
export function describeValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return t('empty');
  if (typeof value === 'boolean') return value ? t('on') : t('off');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function NodeSettings({ node }: { readonly node: UsedNode }) {
  const shown = node.paramValues.filter(({ value }) => value !== undefined && value !== '' && value !== null);
  return (
    <div className="border-b border-border px-3 py-2 last:border-b-0">
      <h3 className="font-medium">{node.label}</h3>
      {shown.length === 0 ? (
        <p className="text-secondary text-muted">{t('No settings')}</p>
      ) : (
        <dl className="mt-1 grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-secondary">
          {shown.map(({ name, label, value }) => (
            <div key={name} className="contents">
              <dt className="truncate text-muted" title={t(label)}>
                {t(label)}
              </dt>
              <dd className="line-clamp-2 break-words">{describeValue(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The settings that a run used; secrets are never among them. */
export function RunSettings({ nodes }: { readonly nodes: readonly UsedNode[] }) {
  const [isOpen, setIsOpen] = useState(false);
  if (nodes.length === 0) return null;
  return (
    <section aria-label={t('Settings used')} className="flex flex-col gap-2">
      <Disclosure label={t('Settings used')} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      {isOpen ? (
        <div className="rounded-card border border-border bg-surface">
          {nodes.map((node) => (
            <NodeSettings key={node.id} node={node} />
          ))}
        </div>
      ) : null}
    </section>
  );
}
