/** What takes long at the moment, a sentence in English; undefined: nothing. */
export type TellStep = (step: string | undefined) => void;

/** Passes on a step that differs from the one before. */
export function tellSteps(tell: TellStep | undefined): TellStep {
  let last: string | undefined;
  return (step) => {
    if (step === last) return;
    last = step;
    tell?.(step);
  };
}
