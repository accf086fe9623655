export interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; undefined while it is not known. */
  readonly value: number | undefined;
}

export function ProgressBar({ label, value }: ProgressBarProps) {
  const percent = value === undefined ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className="h-1 overflow-hidden rounded-full bg-border"
    >
      {percent === undefined ? (
        <div className="h-full w-1/3 animate-[bar-slide_1.4s_linear_infinite] rounded-full bg-accent motion-reduce:w-full motion-reduce:opacity-40" />
      ) : (
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-120"
          style={{ width: `${percent}%` }}
        />
      )}
    </div>
  );
}
