export interface Pausable {
  pause(): void;
}

let playing: Pausable | undefined;

/** Called by each player on start; pauses the previous one. */
export function pauseOthers(player: Pausable): void {
  if (playing === player) return;
  const before = playing;
  playing = player;
  before?.pause();
}
