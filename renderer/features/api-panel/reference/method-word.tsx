import { classNames } from '../../../ui/class-names.ts';

const COLOURS: Readonly<Record<string, string>> = {
  GET: 'text-accent',
  POST: 'text-success',
  PUT: 'text-warning',
  PATCH: 'text-warning',
  DELETE: 'text-danger',
};

/** The method of an operation, in the colour of what it does: reads, adds, changes, deletes. */
export function MethodWord({ method, className }: { readonly method: string; readonly className?: string }) {
  return (
    <span className={classNames('shrink-0 font-mono text-secondary font-medium', COLOURS[method], className)}>
      {method}
    </span>
  );
}
