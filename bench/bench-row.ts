/** One line of the table of `npm run bench`. */
export interface BenchRow {
  readonly what: string;
  /** What was measured, with its unit. */
  readonly figure: string;
  /** Against the peer's way in the same run. */
  readonly ratio?: string;
  readonly goal: string;
  /** Undefined when it could not be measured here. */
  readonly isMet: boolean | undefined;
}
