import type { ReactNode } from 'react';

export interface SettingGroupProps {
  readonly title: string;
  readonly help?: ReactNode;
  readonly children: ReactNode;
}

/** A part of a section of the settings: what it is about, and below it what can be seen or changed. */
export function SettingGroup({ title, help, children }: SettingGroupProps) {
  return (
    <section className="border-b border-border py-6 first:pt-0 last:border-b-0">
      <h3 className="font-semibold">{title}</h3>
      {help === undefined ? null : <div className="mb-3 max-w-160 text-secondary text-muted">{help}</div>}
      <div className={help === undefined ? 'mt-2' : undefined}>{children}</div>
    </section>
  );
}
