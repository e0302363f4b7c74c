import { createReadStream } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { ScriptEngine } from '#engines/ports.ts';
import type { EditorsLine } from '#media/mix/editors-files.ts';
import { cutLines } from '#media/mix/editors-files.ts';
import { placeLines } from '#media/mix/place-lines.ts';
import { decodeMp3 } from '#media/mp3/decode-mp3.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import type { PlainSound } from '#media/sound/channels.ts';
import { changeSpeed } from '#media/sound/line-sound.ts';
import { convertToVoice } from '#narration/convert-to-voice.ts';
import { type FittedLine, fitScript } from '#narration/fit-script.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { DaptCue } from '#shared/dapt/write-dapt.ts';
import type { Language } from '#shared/languages.ts';
import { maxSpeed, maxSubtitleSpeed } from '#shared/limits.ts';
import {
  isTimed,
  joinText,
  type Narration,
  toCues,
  type VoicedNarration,
} from '#shared/narration/project.ts';
import { requireLines } from '#shared/narration/require-timed-script.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import {
  type DescribedVideo,
  type DescriptionPlan,
  type LineToPlan,
  listAvailableSeconds,
  type PlannedLine,
  pauseBetweenSeconds,
  placeDelivery,
  placeInOrder,
  planDescription,
} from '#shared/script/plan-lines.ts';
import { printTime } from '#shared/script/time-format.ts';
import { describeSound, describeUnspoken } from '#shared/script/unspoken.ts';
import { addManifests } from '#shared/speech.ts';
import { getVoiceName } from '#shared/voices.ts';
import type { Speakers, Voiced } from './choose-speakers.ts';
import { reportStatus } from './report-status.ts';
import type { SpokenNarration } from './write-deliveries.ts';
import { writeWholeFile } from './write-whole-file.ts';

type SaidBy = Pick<DaptCue, 'voice' | 'role'>;

/** A spoken line with its pace and pauses, and its sound at natural speed. */
type SpokenLine = LineToPlan &
  ReturnType<typeof placeDelivery> &
  SaidBy & {
    readonly sound: PlainSound;
    readonly manifests: readonly Uint8Array[];
  };

type PlacedLine = EditorsLine & SaidBy;

export interface LinesSpeaking extends Pick<Speakers, 'getSpeaker'> {
  readonly narration: Narration;
  readonly voiced: VoicedNarration;
  readonly language: Language;
  /** Duration of the video; undefined without one: the last line may then take any time. */
  readonly durationSeconds: number | undefined;
  /** Shortens lines that are too long; undefined if their text may not change. */
  readonly writer: ScriptEngine | undefined;
  readonly described: DescribedVideo | undefined;
}

export interface SpokenLines extends SpokenNarration {
  readonly shortened: ReadonlyMap<string, string>;
  readonly plan: DescriptionPlan<LineToPlan> | undefined;
}

/**
 * Speaks each line for itself: at its time, fitted into it, or without times one after the other. Lines of a description are placed in the
 * gaps. Reports changes and lines that do not fit.
 * @throws CodedError as `fitScript` and `requireLines`
 */
export async function speakLines(speaking: LinesSpeaking, signal: AbortSignal): Promise<SpokenLines> {
  const { narration, voiced, described } = speaking;
  const hasTimes = isTimed(narration);
  // A script without times is as long as it takes.
  const videoSeconds = hasTimes ? (speaking.durationSeconds ?? Number.POSITIVE_INFINITY) : undefined;
  const fitted = await fitLines(speaking, videoSeconds, signal);
  const available = listAvailableSeconds(toCues(narration.lines), videoSeconds);
  const audible = fitted
    .filter(({ sound }) => sound.samples.length > 0)
    .map((line): SpokenLine => {
      const time = { ...line, availableSeconds: available[line.index] ?? 0 };
      const own = narration.lines[line.index];
      const { voice, role } = getVoiced(voiced, line.index);
      return { ...line, id: own?.id, voice: getVoiceName(voice), role, ...placeDelivery(time, own ?? {}) };
    });
  const plan = described && planDescription(audible, described);
  for (const { line, reason } of plan?.leftOut ?? [])
    reportStatus(`${printTime(line.startSeconds)} was left out: ${line.text} (${reason})`);
  const lines = (plan?.lines ?? placeSpoken(audible, narration)).map(toPlacedLine);
  const end = plan?.durationSeconds ?? (hasTimes ? (speaking.durationSeconds ?? 0) : 0);
  const cues: DaptCue[] = [];
  const manifests: Uint8Array[] = [];
  for (const line of audible) addManifests(manifests, line.manifests);
  const place = (noteLine: (times: TimeSpan) => void) =>
    withCancellation(placeLines(yieldLines(lines), { durationSeconds: end, noteLine, signal }), signal);
  const noteLine = (times: TimeSpan) => {
    const { text = '', voice, role } = lines[cues.length] ?? {};
    cues.push({ text, voice, role, ...times });
  };
  for await (const _ of place(noteLine));
  const readSound = () => place(() => {});
  const shortened = fitted.flatMap(({ index, text, before }): [string, string][] => {
    const line = narration.lines[index];
    return line && before !== undefined ? [[line.id, text]] : [];
  });
  return {
    shortened: new Map(shortened),
    readMp3: () => encodeMp3(readSound()),
    cues,
    manifests,
    durationSeconds: Math.max(end, cues.at(-1)?.endSeconds ?? 0),
    readSound,
    readLines: () => yieldLines(lines),
    plan,
  };
}

function getVoiced({ lines, ...narration }: VoicedNarration, index: number): Voiced {
  return lines[index] ?? narration;
}

/**
 * @param videoSeconds undefined for lines without times
 * @returns the fitted lines in order, at their natural speed
 */
async function fitLines(
  { narration, voiced, getSpeaker, language, writer, described }: LinesSpeaking,
  videoSeconds: number | undefined,
  signal: AbortSignal,
): Promise<FittedLine[]> {
  const { lines, prompt, settings } = narration;
  const cues = videoSeconds === undefined ? toCues(lines) : requireLines(toCues(lines), videoSeconds);
  const asked = {
    cues: cues.map((cue, index) => ({ ...voiced.lines[index], ...cue })),
    locked: lines.flatMap(({ isLocked }, index) => (isLocked ? [index] : [])),
    durationSeconds: videoSeconds,
    description: described && { kind: described.kind, gaps: described.gaps },
    getSpeaker: (index: number) => getSpeaker(getVoiced(voiced, index)),
    pronunciations: voiced.pronunciations,
    language: language.name,
    prompt: prompt || undefined,
  };
  const fitted: FittedLine[] = [];
  for await (const step of fitScript(writer, asked, signal)) {
    if (!('line' in step)) continue;
    const { line } = step;
    fitted[line.index] = line;
    const time = videoSeconds === undefined ? `Line ${line.index + 1}` : printTime(line.startSeconds);
    if (line.before !== undefined)
      reportStatus(`${time} was shortened to: ${line.text} (before: ${line.before})`);
    const notice = describeSound(line, language);
    if (notice) reportStatus(`${time}: ${notice}`);
    // For a description and for subtitles, lines that do not fit are reported after placing.
    if (!described && !settings.isSpokenSubtitles)
      reportExcess(line, { shortens: writer !== undefined, isLast: line.index === lines.length - 1 });
  }
  return fitted;
}

/** Subtitles that begin later than this are reported. */
const lateSeconds = 1;

function placeSpoken(spoken: readonly SpokenLine[], narration: Narration): PlannedLine<SpokenLine>[] {
  const { isSpokenSubtitles } = narration.settings;
  const placed = placeInOrder(spoken, {
    most: isSpokenSubtitles ? maxSubtitleSpeed : maxSpeed,
    pauseSeconds: isTimed(narration) ? 0 : pauseBetweenSeconds,
  });
  const late = placed.filter(({ line, startSeconds }) => startSeconds - line.startSeconds > lateSeconds);
  if (isSpokenSubtitles && late.length > 0)
    reportStatus(
      `${late.length} of ${placed.length} subtitles start more than ${lateSeconds} s late: those before take longer.`,
    );
  return placed;
}

async function* yieldLines(lines: readonly EditorsLine[]): AsyncGenerator<EditorsLine, void, undefined> {
  yield* lines;
}

function reportExcess(
  { startSeconds, excessSeconds }: FittedLine,
  { shortens, isLast }: { readonly shortens: boolean; readonly isLast: boolean },
): void {
  if (excessSeconds === 0) return;
  const time = printTime(startSeconds);
  const seconds = Math.max(0.1, excessSeconds).toFixed(1);
  const help = shortens ? 'shorten it' : 'shorten it, or add --timed to have it shortened';
  const later = isLast ? '' : `, or start the next line ${seconds} s later`;
  reportStatus(`The line at ${time} is ${seconds} s too long, even spoken faster: ${help}${later}.`);
}

function toPlacedLine({ line, startSeconds, speed }: PlannedLine<SpokenLine>): PlacedLine {
  const { text, voice, role } = line;
  return { startSeconds, text, voice, role, sound: changeSpeed(line.sound, line.pace * speed) };
}

/**
 * Yields to the event loop before each piece, so that a signal can arrive: generating hours of sound never waits.
 * @throws CodedError `client_closed` when the signal fires; errors of the source
 */
export async function* withCancellation<Piece>(
  pieces: AsyncIterable<Piece>,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  for await (const piece of pieces) {
    await setImmediate();
    requireNotCancelled(signal);
    yield piece;
  }
}

export interface WholeSpeaking extends Pick<Speakers, 'getSpeaker'> {
  readonly narration: Narration;
  readonly voiced: VoicedNarration;
  readonly language: Language;
  readonly reportsCues: boolean;
}

/**
 * Speaks a continuous script as one.
 * @param keptPath temporary file for its mp3
 * @throws CodedError as `convertToVoice` and `writeWholeFile`
 */
export async function speakWhole(
  { narration, voiced, getSpeaker, language: { name: language }, reportsCues }: WholeSpeaking,
  keptPath: string,
  signal: AbortSignal,
): Promise<SpokenNarration> {
  const cues: SpokenCue[] = [];
  const manifests: Uint8Array[] = [];
  let durationSeconds = 0;
  const { speech, voice } = getSpeaker(voiced);
  const { pronunciations } = voiced;
  const request = { script: joinText(narration.lines), voice, language, pronunciations, reportsCues };
  const parts = await convertToVoice(speech, request, signal);
  async function* passSound() {
    for await (const part of parts) {
      if ('mp3' in part) {
        addManifests(manifests, part.manifests);
        yield part.mp3;
      } else if ('cue' in part) cues.push(part.cue);
      else if ('unspoken' in part)
        reportStatus(`Line ${part.unspoken.line}: ${describeUnspoken(part.unspoken.text)}`);
      else durationSeconds = part.seconds;
    }
  }
  await writeWholeFile(keptPath, passSound(), signal);
  const readMp3 = () => createReadStream(keptPath);
  const readSound = () => withCancellation(decodeMp3(readMp3()), signal);
  return {
    readMp3,
    cues,
    manifests,
    durationSeconds,
    readSound,
    readLines: () => cutLines(readSound(), cues),
  };
}
