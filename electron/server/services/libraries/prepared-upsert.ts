import type { DryRunResult } from '../../../../shared/api/dry-run.ts';
import type { RunKind, RunResult, UpsertCounts } from '../../../../shared/api/runs.ts';
import type { UsedNode } from '../../../../shared/api/upsert-history.ts';
import type { PlannedNode } from '../../../../shared/flow/flow-plan.ts';
import type { PlannedLoader, UpsertPlan } from '../../../../shared/flow/upsert-plan.ts';
import type { SourceFile } from '../../core/document.ts';
import type { ReportedFailures } from '../../pipeline/load/run-failures.ts';
import type { SourcePart } from '../../pipeline/load/source-part.ts';
import type { RunEvents } from '../../pipeline/run-events.ts';
import type { RunRequest } from '../../storage/repositories/run-request-repository.ts';

/** The folder of a call, which its run takes over. */
export interface CallFolder {
  readonly runId: string;
  /** Makes it at the first call: a request without uploads needs none. @returns its path */
  open(): string;
  /** Writes a file beside it, which goes when the run ends. @returns its path */
  write(name: string, bytes: Uint8Array): Promise<string>;
}

/** What preparing a run may need of its call. */
export interface CallContext {
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
  /** Called with the id of a document store that is made for the call: it goes again if the call fails. Undefined in a dry run, which makes and notes nothing. */
  readonly onMade: ((storeId: string) => void) | undefined;
}

/** What the work of a run may need of the run. */
export interface UpsertContext {
  readonly runId: string;
  /** Grows with each run; marks the records that this run produced. */
  readonly runSeq: number;
  /** Whether it takes over a run that did not finish. */
  readonly isResuming: boolean;
  readonly events: RunEvents;
  readonly signal: AbortSignal;
  /** Makes room on a full disk. */
  readonly makeRoom: () => void;
}

/** Uploads that a run has read, with their loaders. */
export interface ReadFiles {
  /** Namespace of the records, if they are in the server's database and their sources are the names of the files. */
  readonly namespace: string | undefined;
  readonly files: readonly { readonly loader: PlannedLoader; readonly file: SourceFile }[];
}

/** What a run's work came to. */
export interface RunEnd<Answer> {
  readonly counts: UpsertCounts;
  readonly failures: ReportedFailures;
  readonly answer: Answer;
  /** Uploads to store as originals. */
  readonly read?: ReadFiles;
}

/** What is known of a run before it has started. */
export interface Accepted {
  /** The document store. */
  readonly storeId?: string;
  /** The one loader that the call is about. */
  readonly docId?: string;
  /** Keys of the call that have no effect. */
  readonly ignoredOverrides?: string[];
}

/** A requested run, checked and ready to start. */
export interface PreparedRun<Answer> {
  /** Id of the library. */
  readonly ownerId: string;
  readonly kind: RunKind;
  /** The steps, in the order in which they are shown. */
  readonly nodes: readonly Pick<PlannedNode, 'id' | 'label'>[];
  /** What the history is to show; a run without them is not in it. */
  readonly usedNodes?: readonly UsedNode[];
  /** What a caller who does not wait is to know, beside the id of the run. */
  readonly accepted?: Accepted;
  /** What is needed to repeat it. */
  readonly request?: RunRequest | undefined;
  /** Id of the run that this one takes over, with its folder. */
  readonly resumes?: string | undefined;
  /** To be called just before the start. @throws UserError when its library has gone, or is being moved by now */
  readonly begin?: () => void;
  readonly carryOut: (context: UpsertContext) => Promise<RunEnd<Answer>>;
}

/** What an upsert would insert into the vector store. */
export interface DryRunSource {
  readonly plan: UpsertPlan;
  readonly source: () => readonly SourcePart[];
  /** Metadata key of the source in the records, if not the plan's. */
  readonly sourceIdKey?: string;
  /** What else is to be said, once all was read. */
  readonly report: () => Partial<DryRunResult>;
}

/** A requested upsert. */
export interface PreparedUpsert<Answer extends RunResult = RunResult> extends PreparedRun<Answer> {
  readonly dryRun: DryRunSource;
}

/** Checks the request. @throws before there is a run if the call or the settings are wrong */
export type Prepare<Run> = (folder: CallFolder, call: CallContext) => Promise<Run>;

/** The request of an earlier run, with access to its files. */
export interface RepeatedRequest {
  readonly request: RunRequest;
  /** Its files, in the folder of the new run. */
  readonly uploads: (folder: CallFolder) => Promise<readonly SourceFile[]>;
  /** Whether these are only some of its files. */
  readonly isPartial?: boolean;
  /** Id of the run, if it did not finish and is taken over. */
  readonly resumes?: string;
}
