import { tableNameParam } from '../database-params.ts';
import { choiceParam, textParam } from '../params.ts';
import { SOME_TEXT } from '../text-rules.ts';

const CLEANUP_WORDS = {
  none: 'Deletes nothing',
  incremental: 'Replaces what changed',
  full: 'Mirrors each run',
} as const;

/** The line of a record manager on its card. */
export function describeCleanup({ cleanup }: { readonly cleanup: keyof typeof CLEANUP_WORDS }): string {
  return CLEANUP_WORDS[cleanup];
}

/** The params of every record manager. */
export function recordParams() {
  return {
    cleanup: choiceParam({
      title: 'Clean-up',
      default: 'none',
      choices: [
        { value: 'none', label: 'None', help: 'Nothing is deleted.' },
        { value: 'incremental', label: 'Incremental', help: 'Old chunks of the files in this run are deleted.' },
        { value: 'full', label: 'Full', help: 'Everything that this run did not produce is deleted.' },
      ],
    }),
    namespace: textParam({
      title: 'Namespace',
      help: 'Records of different namespaces do not see each other. Empty: one of its own for this flow.',
      pattern: /^[A-Za-z0-9_-]{0,128}$/,
      patternHelp: 'may have letters, digits, dashes and underscores, at most 128',
      advanced: true,
    }),
    sourceIdKey: textParam({
      title: 'Source id key',
      help: 'The metadata key that names where a chunk comes from.',
      default: 'source',
      rule: SOME_TEXT,
      advanced: true,
    }),
  };
}

/** Not Flowise's upsertion_records, which has another layout. */
export function recordTableParam({ schemas }: { readonly schemas: boolean }) {
  return tableNameParam({
    help: 'Made by the first run, with others whose names begin with it. One table serves many flows and machines.',
    default: 'tributary_records',
    schemas,
    reserved: '_namespaces'.length,
  });
}
