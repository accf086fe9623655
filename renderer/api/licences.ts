import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { t } from '../../shared/texts/t.ts';
import { queryKeys } from './query-keys.ts';

const LicencesSchema = z.array(z.object({ name: z.string(), version: z.string(), licence: z.string() }));
export type PackageLicence = z.infer<typeof LicencesSchema>[number];

/** The packages that the app is made of; the build lists them in a file beside the page. */
export function useLicences() {
  return useQuery({
    queryKey: queryKeys.licences,
    async queryFn({ signal }) {
      const response = await fetch('licences.json', { signal });
      if (!response.ok) throw new Error(t('The list of packages is not there: build the app with npm run build.'));
      return LicencesSchema.parse(await response.json());
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
