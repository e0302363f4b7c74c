import { setImmediate } from 'node:timers/promises';
import type { ScriptEngine } from '#engines/ports.ts';
import type { EditorsLine } from '#media/mix/editors-files.ts';
import { type PlacedTimes, placeLines } from '#media/mix/place-lines.ts';
import { encodeMp3 } from '#media/mp3/encode-mp3.ts';
import { changeSpeed } from '#media/sound/line-sound.ts';
import type { PlainSound } from '#media/sound/plain-sound.ts';
import { type FittedLine, fitScript } from '#narration/fit-script.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import type { DaptCue } from '#shared/dapt/write-dapt.ts';
import type { Language } from '#shared/languages.ts';
import { type Line, toCues } from '#shared/narration/project.ts';
import { requireLines } from '#shared/narration/require-timed-script.ts';
import type { VoicedNarration } from '#shared/narration/voiced-lines.ts';
import { computeAvailableSeconds } from '#shared/script/cues.ts';
import { placeDelivery } from '#shared/script/line-delivery.ts';
import { maxSpeed, maxSubtitleSpeed, placeInOrder } from '#shared/script/line-speed.ts';
import {
  type DescribedVideo,
  type DescriptionPlan,
  type LineToPlan,
  type PlannedLine,
  planDescription,
} from '#shared/script/plan-description.ts';
import { printTime } from '#shared/script/time-format.ts';
import { describeSound } from '#shared/script/unspoken.ts';
import { addManifests } from '#shared/speech.ts';
import { getVoiceName } from '#shared/voices.ts';
import type { Speakers, Voiced } from './choose-speakers.ts';
import { reportStatus } from './report-status.ts';
import type { SpokenNarration } from './write-deliveries.ts';

type SaidBy = Pick<DaptCue, 'voice' | 'role'>;

/** A spoken line with its pace and pauses, and its sound at natural speed. */
type SpokenLine = LineToPlan &
  ReturnType<typeof placeDelivery> &
  SaidBy & {
    readonly sound: PlainSound;
    readonly manifests: readonly Uint8Array[];
  };

type PlacedLine = EditorsLine & SaidBy;

/** The placed lines of a description, and how they were adjusted. */
interface PlacedDescription {
  readonly lines: readonly PlacedLine[];
  readonly plan: DescriptionPlan<SpokenLine>;
}

export interface TimedSpeaking {
  /** With times. */
  readonly lines: readonly Line[];
  readonly voiced: VoicedNarration;
  readonly getSpeaker: Speakers['getSpeaker'];
  readonly language: Language;
  /** Duration of the video; undefined without one: the last line may then take any time. */
  readonly durationSeconds: number | undefined;
  /** Whether the script engine may shorten lines that are too long. */
  readonly shortens: boolean;
  readonly prompt: string | undefined;
  /** The video, if the script is an audio description of it. */
  readonly described: DescribedVideo | undefined;
  /** They may be faster than other lines. */
  readonly isSpokenSubtitles: boolean;
}

export interface SpokenTimed extends SpokenNarration {
  /** New texts of the lines that were shortened, by id. */
  readonly shortened: ReadonlyMap<string, string>;
  readonly placed: PlacedDescription | undefined;
}

/**
 * Speaks lines with times, fits each to its time, and reports changes and lines that do not fit. Lines of a
 * description are placed in the gaps.
 * @throws CodedError as `fitScript` and `requireLines`
 */
export async function speakTimed(
  writer: ScriptEngine,
  speaking: TimedSpeaking,
  signal: AbortSignal,
): Promise<SpokenTimed> {
  const fitted = await fitLines(writer, speaking, signal);
  const { described } = speaking;
  const available = computeAvailableSeconds(
    toCues(speaking.lines),
    speaking.durationSeconds ?? Number.POSITIVE_INFINITY,
  );
  const audible = fitted
    .filter(({ sound }) => sound.samples.length > 0)
    .map((line): SpokenLine => {
      const time = { ...line, availableSeconds: available[line.index] ?? 0 };
      const own = speaking.lines[line.index];
      const { voice, role } = getVoiced(speaking.voiced, line.index);
      return { ...line, id: own?.id, voice: getVoiceName(voice), role, ...placeDelivery(time, own ?? {}) };
    });
  const placed = described && placeDescription(audible, described);
  const lines: readonly PlacedLine[] = placed?.lines ?? placeSpoken(audible, speaking);
  const end = placed?.plan.durationSeconds ?? speaking.durationSeconds ?? 0;
  const cues: DaptCue[] = [];
  const manifests: Uint8Array[] = [];
  for (const line of audible) addManifests(manifests, line.manifests);
  const place = (noteLine: (times: PlacedTimes) => void) =>
    withCancellation(placeLines(yieldLines(lines), { durationSeconds: end, noteLine, signal }), signal);
  const noteLine = (times: PlacedTimes) => {
    const { text = '', voice, role } = lines[cues.length] ?? {};
    cues.push({ text, voice, role, ...times });
  };
  for await (const _ of place(noteLine));
  const readSound = () => place(() => {});
  const shortened = fitted.flatMap(({ index, text, before }): [string, string][] => {
    const line = speaking.lines[index];
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
    placed,
  };
}

function getVoiced({ lines, ...narration }: VoicedNarration, index: number): Voiced {
  return lines[index] ?? narration;
}

/** @returns the fitted lines in order, at their natural speed */
async function fitLines(
  writer: ScriptEngine,
  {
    lines,
    voiced,
    getSpeaker,
    language,
    durationSeconds = Number.POSITIVE_INFINITY,
    shortens,
    described,
    isSpokenSubtitles,
    ...speaking
  }: TimedSpeaking,
  signal: AbortSignal,
): Promise<FittedLine[]> {
  const description = described && { kind: described.kind, gaps: described.gaps };
  const cues = requireLines(toCues(lines), durationSeconds).map((cue, index) => ({
    ...voiced.lines[index],
    ...cue,
  }));
  const locked = lines.flatMap(({ isLocked }, index) => (isLocked ? [index] : []));
  const given = { ...speaking, cues, locked, durationSeconds, description };
  const asked = {
    ...given,
    getSpeaker: (index: number) => getSpeaker(getVoiced(voiced, index)),
    pronunciations: voiced.pronunciations,
    language: language.name,
    shorten: shortens,
  };
  const fitted: FittedLine[] = [];
  for await (const step of fitScript(writer, asked, signal)) {
    if (!('line' in step)) continue;
    fitted[step.line.index] = step.line;
    reportShortening(step.line);
    const notice = describeSound(step.line, language);
    if (notice) reportStatus(`${printTime(step.line.startSeconds)}: ${notice}`);
    // For a description and for subtitles, lines that do not fit are reported after placing.
    if (!described && !isSpokenSubtitles)
      reportExcess(step.line, { shortens, isLast: step.line.index === lines.length - 1 });
  }
  return fitted;
}

/** Subtitles that begin later than this are reported. */
const lateSeconds = 1;

function placeSpoken(spoken: readonly SpokenLine[], { isSpokenSubtitles }: TimedSpeaking): PlacedLine[] {
  const placed = placeInOrder(spoken, isSpokenSubtitles ? maxSubtitleSpeed : maxSpeed);
  const late = placed.filter(({ line, startSeconds }) => startSeconds - line.startSeconds > lateSeconds);
  if (isSpokenSubtitles && late.length > 0)
    reportStatus(
      `${late.length} of ${placed.length} subtitles start more than ${lateSeconds} s late: those before take longer.`,
    );
  return placed.map(toPlacedLine);
}

async function* yieldLines(lines: readonly EditorsLine[]): AsyncGenerator<EditorsLine, void, undefined> {
  yield* lines;
}

function reportShortening({ startSeconds, text, before }: FittedLine): void {
  if (before !== undefined)
    reportStatus(`${printTime(startSeconds)} was shortened to: ${text} (before: ${before})`);
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

/** Places spoken lines in the gaps and reports those that do not fit. */
function placeDescription(spoken: readonly SpokenLine[], video: DescribedVideo): PlacedDescription {
  const plan = planDescription(spoken, video);
  for (const { line, reason } of plan.leftOut)
    reportStatus(`${printTime(line.startSeconds)} was left out: ${line.text} (${reason})`);
  return { lines: plan.lines.map(toPlacedLine), plan };
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
