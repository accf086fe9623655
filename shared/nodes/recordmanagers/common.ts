import { t } from '../../texts/t.ts';
import { tableNameParam } from '../database-params.ts';
import { choiceParam, textParam } from '../params.ts';
import { SOME_TEXT } from '../text-rules.ts';

const CLEANUP_WORDS = {
  none: t('Deletes nothing'),
  incremental: t('Replaces what changed'),
  full: t('Mirrors each run'),
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
        { value: 'incremental', label: 'Incremental', help: 'Deletes old chunks of the files in this run.' },
        { value: 'full', label: 'Full', help: 'Deletes everything that this run did not produce.' },
      ],
    }),
    namespace: textParam({
      title: 'Namespace',
      help: 'Records of different namespaces are independent. Empty: a separate namespace for this flow.',
      pattern: /^[A-Za-z0-9_-]{0,128}$/,
      patternHelp: t('may have letters, digits, dashes and underscores, at most 128'),
      advanced: true,
    }),
    sourceIdKey: textParam({
      title: 'Source id key',
      help: 'The metadata key with the source of a chunk.',
      default: 'source',
      rule: SOME_TEXT,
      advanced: true,
    }),
  };
}

/** Not Flowise's upsertion_records, which has another layout. */
export function recordTableParam({ schemas }: { readonly schemas: boolean }) {
  return tableNameParam({
    help: 'The first run creates it, and other tables with this prefix. One table serves many flows and machines.',
    default: 'tributary_records',
    schemas,
    reserved: '_namespaces'.length,
  });
}
