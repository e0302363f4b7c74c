/** Progress and errors go to stderr, so that stdout stays free. */
export function tell(sentence: string): void {
  console.error(sentence);
}
