import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from '../../shared/texts/t.ts';
import { queryKeys } from './query-keys.ts';

const ListSchema = z.object({
  packages: z.array(z.object({ name: z.string(), version: z.string(), licence: z.string(), text: z.int().nullable() })),
  texts: z.array(z.string()),
});

/** A part of the app, with the text of its licence if it comes with one. */
export interface PackageLicence {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string | undefined;
}

/** The packages that the app is made of; the build lists them in a file beside the page. */
export function useLicences() {
  return useQuery({
    queryKey: queryKeys.licences,
    async queryFn({ signal }): Promise<readonly PackageLicence[]> {
      const response = await fetch('licences.json', { signal });
      if (!response.ok) throw new Error(t('The list of packages is not there: build the app with npm run build.'));
      const { packages, texts } = ListSchema.parse(await response.json());
      return packages.map(({ text, ...rest }) => ({ ...rest, text: text === null ? undefined : texts[text] }));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
