/** A player in the page. */
export interface Sounding {
  pause(): void;
}

let sounding: Sounding | undefined;

/** Called by each player on start; pauses the previous one. */
export function beginSounding(who: Sounding): void {
  if (sounding === who) return;
  const before = sounding;
  sounding = who;
  before?.pause();
}
