/** What is the case at a moment of the run. */
export interface Hour {
  readonly seconds: number;
  readonly phase: 'load' | 'rest';
  readonly isMailAway: boolean;
  /** The provider has nobody who looks and writes, so that the offline engine does. */
  readonly isWriterAway: boolean;
}

export interface Timetable {
  now(): Hour;
  readonly roundSeconds: number;
}

const usualRoundSeconds = 600;
/** Decoders without work leave after 60 s. */
const usualRestSeconds = 110;

/** Rounds of ten minutes, each of which ends with a rest; a short run has two short rounds. */
export function createTimetable(minutes: number): Timetable {
  const roundSeconds = Math.min(usualRoundSeconds, (minutes * 60) / 2);
  const restSeconds = Math.min(usualRestSeconds, roundSeconds / 3);
  const startedAt = performance.now();
  return {
    roundSeconds,
    now() {
      const seconds = (performance.now() - startedAt) / 1000;
      const inRound = seconds % roundSeconds;
      const part = inRound / (roundSeconds - restSeconds);
      return {
        seconds,
        phase: part < 1 ? 'load' : 'rest',
        isMailAway: part > 0.3 && part < 0.55,
        isWriterAway: part > 0.65 && part < 1,
      };
    },
  };
}
