/** What a false sentence changes; `number` covers swapped numbers too, `other` covers from/until, before/after and the like. */
export type Trap = 'negation' | 'number' | 'date' | 'unit' | 'name' | 'other';

/** A passage with the sentences that cite it, by verdict; `invented` and `traps` are not found in it. */
export interface PassageCases {
  readonly passage: string;
  readonly quoted?: readonly string[];
  readonly similar?: readonly string[];
  readonly invented?: readonly string[];
  readonly traps?: readonly (readonly [Trap, string])[];
}
