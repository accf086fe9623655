import { t } from '../../../shared/texts/t.ts';

/** What stands in the place of a page while its scripts load; for a moment it is not seen, so that a page that is there at once does not flash. */
export function PageSkeleton({ title }: { readonly title: string }) {
  return (
    <div role="status" className="flex h-full animate-[page-skeleton_200ms_150ms_both] flex-col gap-4 px-8 pt-6">
      <span className="sr-only">{t('Opening {name}…', { name: title })}</span>
      <div aria-hidden="true" className="mb-4 h-7 w-56 rounded-control bg-sunken" />
      {['w-3/4', 'w-2/3', 'w-4/5'].map((width) => (
        <div key={width} aria-hidden="true" className={`h-12 rounded-card bg-sunken ${width}`} />
      ))}
    </div>
  );
}
