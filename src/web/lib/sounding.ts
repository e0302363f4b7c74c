/** Somebody who sounds in the page, and can be told to stop. */
export interface Sounding {
  pause(): void;
}

let sounding: Sounding | undefined;

/** Nothing else sounds at the same time: whoever did before is paused. Called by each that begins. */
export function beginSounding(who: Sounding): void {
  if (sounding === who) return;
  const before = sounding;
  sounding = who;
  before?.pause();
}
