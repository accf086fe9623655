import { RunKindSchema, RunStatusSchema } from '../../../shared/api/runs.ts';
import type { RunChoice } from '../../api/run-list.ts';

/** The filters of the list as they stand in the address; what is absent does not choose. */
export interface Filters {
  readonly [name: string]: string;
}

const NAMES = ['of', 'status', 'kind', 'since', 'file'] as const;
export type FilterName = (typeof NAMES)[number];

/** Days back that the list can be cut to. */
const SINCE_DAYS = { today: 0, week: 7, month: 30 } as const;

/** What of an address is a filter of ours. */
export function filtersOf(search: Readonly<Record<string, string>> = {}): Filters {
  return Object.fromEntries(NAMES.flatMap((name) => (search[name] ? [[name, search[name]]] : [])));
}

/** With another value; empty takes the filter away. */
export function withFilter(filters: Filters, name: FilterName, value: string): Filters {
  const { [name]: _, ...others } = filters;
  return value === '' ? others : { ...others, [name]: value };
}

/** The start of the day, so many days ago, where this window is. */
function startOf(days: number): string {
  const date = new Date();
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - days);
  return date.toISOString();
}

function sinceOf(since: string | undefined): string | undefined {
  if (since === 'today' || since === 'week' || since === 'month') return startOf(SINCE_DAYS[since]);
  return undefined;
}

/** The query of the list. A value that no filter has is ignored. */
export function toChoice({ of, status, kind, since, file }: Filters): RunChoice {
  const knownStatus = RunStatusSchema.safeParse(status).data;
  const knownKind = RunKindSchema.safeParse(kind).data;
  const from = sinceOf(since);
  return {
    ...(of === undefined ? {} : { chatflowId: of }),
    ...(knownStatus === undefined ? {} : { status: knownStatus }),
    ...(knownKind === undefined ? {} : { kind: knownKind }),
    ...(from === undefined ? {} : { from }),
    ...(file === undefined ? {} : { search: file }),
  };
}
