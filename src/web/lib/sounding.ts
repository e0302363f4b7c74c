/** A player in the page. */
export interface Sounding {
  pause(): void;
}

let sounding: Sounding | undefined;

/** To be called by each player that starts; pauses the one before. */
export function beginSounding(who: Sounding): void {
  if (sounding === who) return;
  const before = sounding;
  sounding = who;
  before?.pause();
}
