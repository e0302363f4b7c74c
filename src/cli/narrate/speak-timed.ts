import type { Engines } from '#engines/ports.ts';
import { encodeMp3 } from '#media/encode-mp3.ts';
import { layLines } from '#media/lay-lines.ts';
import { changeSpeed } from '#media/line-sound.ts';
import type { EditorsLine } from '#media/place-lines.ts';
import { type FittedLine, fitScript } from '#narration/fit-script.ts';
import type { Language } from '#shared/languages.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import { computeUsualSeconds } from '#shared/script/time-budget.ts';
import { printTime } from '#shared/script/time-mark.ts';
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
  /** Whether the writer may say lines that are too long in fewer words. */
  readonly shortens: boolean;
  /** What the script was written for, where that is known. */
  readonly wish: string | undefined;
}

/**
 * Speaks a timed script, each line at its time and made to fit, says what was changed and what does not fit, and writes the mp3.
 * @throws CodedError as `fitScript` and `writeWholeFile`
 */
export async function speakTimed(
  engines: Pick<Engines, 'script' | 'speech'>,
  { language, durationSeconds = Number.POSITIVE_INFINITY, shortens, ...speaking }: TimedSpeaking,
  outPath: string,
  signal: AbortSignal,
): Promise<SpokenNarration> {
  const asked = { ...speaking, durationSeconds, language: language.name, shorten: shortens };
  const lines: EditorsLine[] = [];
  let { script } = speaking;
  for await (const step of fitScript(engines, { ...asked, estimate: computeUsualSeconds }, signal)) {
    if ('script' in step) script = step.script;
    else {
      lines[step.line.index] = layAtSpeed(step.line);
      tellChanges(step.line, shortens);
    }
  }
  const cues: SpokenCue[] = [];
  const end = Number.isFinite(durationSeconds) ? durationSeconds : 0;
  const readSound = () => layLines(giveLines(lines), { durationSeconds: end, noteLine: () => {} });
  const noteLine = (times: Omit<SpokenCue, 'text'>) =>
    cues.push({ text: lines[cues.length]?.text ?? '', ...times });
  const sound = layLines(giveLines(lines), { durationSeconds: end, noteLine });
  const mp3Bytes = await writeWholeFile(outPath, encodeMp3(sound));
  return {
    script,
    mp3Bytes,
    cues,
    durationSeconds: Math.max(end, cues.at(-1)?.endSeconds ?? 0),
    readSound,
    readLines: () => giveLines(lines),
  };
}

function layAtSpeed({ startSeconds, text, sound, speed }: FittedLine): EditorsLine {
  return { startSeconds, text, sound: changeSpeed(sound, speed) };
}

async function* giveLines(lines: readonly EditorsLine[]): AsyncGenerator<EditorsLine, void, undefined> {
  yield* lines;
}

function tellChanges({ startSeconds, text, before, excessSeconds }: FittedLine, shortens: boolean): void {
  const time = printTime(startSeconds);
  if (before !== undefined) tell(`${time} is said more shortly: ${text} (It was: ${before})`);
  if (excessSeconds === 0) return;
  const seconds = excessSeconds.toFixed(1);
  const help = shortens ? 'say it in fewer words' : 'say it in fewer words, or let --timed do so';
  tell(
    `${time} is ${seconds} s too long, even spoken faster: ${help}, or begin the next line ${seconds} s later.`,
  );
}
