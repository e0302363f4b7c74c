import type { SpeechEngine } from '#engines/ports.ts';
import { encodeMp3 } from '#media/encode-mp3.ts';
import { fitLine } from '#media/fit-line.ts';
import { layLines } from '#media/lay-lines.ts';
import type { EditorsLine } from '#media/place-lines.ts';
import { runInOrder } from '#media/run-in-order.ts';
import { requireTimedScript } from '#narration/require-timed-script.ts';
import { speakLine } from '#narration/speak-line.ts';
import type { Language } from '#shared/languages.ts';
import { speechConcurrency } from '#shared/limits.ts';
import { computeRooms, type SpokenCue } from '#shared/script/cues.ts';
import { printTime } from '#shared/script/time-mark.ts';
import { printTimedScript } from '#shared/script/timed-script.ts';
import type { Voice } from '#shared/voices.ts';
import { tell } from './tell.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

/** A timed script and how it is to be spoken. */
export interface TimedSpeaking {
  readonly script: string;
  readonly voice: Voice;
  readonly language: Language;
  /** The video's length; undefined where there is none: then the last line has all the room that it needs. */
  readonly durationSeconds: number | undefined;
}

/**
 * Speaks a timed script, each line at its time, says which lines do not fit, and writes the mp3.
 * @throws CodedError as `requireTimedScript`, the engine and `writeWholeFile`
 */
export async function speakTimed(
  engine: SpeechEngine,
  { script, voice, language, durationSeconds = Number.POSITIVE_INFINITY }: TimedSpeaking,
  outPath: string,
  signal: AbortSignal,
): Promise<SpokenNarration> {
  const cues = requireTimedScript(script, durationSeconds);
  const rooms = computeRooms(cues, durationSeconds);
  const all = new AbortController();
  const either = AbortSignal.any([signal, all.signal]);
  const jobs = cues.map(({ text }, index) => async () => {
    const [previousText, nextText] = [cues[index - 1]?.text, cues[index + 1]?.text];
    const line = { text, voice, language, previousText, nextText };
    return fitLine(await speakLine(engine, line, either), rooms[index] ?? 0);
  });
  const lines: EditorsLine[] = [];
  try {
    for await (const { sound, excessSeconds } of runInOrder(jobs, speechConcurrency)) {
      const cue = cues[lines.length];
      if (!cue) break;
      lines.push({ ...cue, sound });
      if (excessSeconds > 0) tell(describeExcess(cue.startSeconds, excessSeconds));
    }
  } finally {
    all.abort();
  }
  const spoken: SpokenCue[] = [];
  const end = Number.isFinite(durationSeconds) ? durationSeconds : 0;
  const readSound = () => layLines(giveLines(lines), { durationSeconds: end, noteLine: () => {} });
  const noteLine = (times: Omit<SpokenCue, 'text'>) =>
    spoken.push({ text: lines[spoken.length]?.text ?? '', ...times });
  const sound = layLines(giveLines(lines), { durationSeconds: end, noteLine });
  const mp3Bytes = await writeWholeFile(outPath, encodeMp3(sound));
  return {
    script: printTimedScript(cues),
    mp3Bytes,
    cues: spoken,
    durationSeconds: Math.max(end, spoken.at(-1)?.endSeconds ?? 0),
    readSound,
    readLines: () => giveLines(lines),
  };
}

async function* giveLines(lines: readonly EditorsLine[]): AsyncGenerator<EditorsLine, void, undefined> {
  yield* lines;
}

function describeExcess(startSeconds: number, excessSeconds: number): string {
  return `The line at ${printTime(startSeconds)} is ${excessSeconds.toFixed(1)} s too long, even spoken faster: please say it with fewer words, or begin the next one later.`;
}
