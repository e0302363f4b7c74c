import type { VisionEngine } from '#engines/ports.ts';
import { override } from '#engines/wrap-engine.ts';
import { markMp3 } from '#media/marks/write-marks.ts';
import type { WritingStep } from '#narration/write-script.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import type { DescribedPerson, DescriptionDetail, DescriptionKind } from '#shared/description.ts';
import { addNote, type CodedError } from '#shared/errors.ts';
import { maxTranslatedCharacters, maxTranslatedLines } from '#shared/limits.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill, t } from '#shared/messages/message.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { type DescriptionRequest, fromSentGaps } from '#shared/script/gaps.ts';
import { addManifests, type SpeechPart } from '#shared/speech.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { EngineRoles } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import type { AccountCosts, MeteredWork } from '../costs/account-costs.ts';
import type { Queries } from '../database/database.ts';
import type { DecodingBudget } from '../decoding/decoding-limits.ts';
import type { FrameReader } from '../decoding/frame-reader.ts';
import type { Account } from '../guards/guards.ts';
import { toCodedError } from '../http/answer-problem.ts';
import type { CountedUse, DailyLimits, QuotaSubject } from '../limits/count-daily-use.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { Uploads } from '../uploads/uploads.ts';

export interface NarrationParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly engines: EngineRoles;
  readonly frameReader: FrameReader;
  readonly decodingBudget: DecodingBudget;
  readonly queries: Queries;
  readonly projects: ProjectStore;
  readonly dailyLimits: DailyLimits;
  readonly costs: AccountCosts;
  readonly uploads: Uploads;
}

/** What the guards of a call found out. */
export interface AdmittedCall<Asked> {
  /** The account that pays; undefined if sign-in is not required. */
  readonly account: Account | undefined;
  readonly asked: Asked;
  readonly subject: QuotaSubject;
  readonly use: CountedUse;
}

/** The addresses of a call for visitors, and of the same for the signed-in user. */
export function listTwins(name: string) {
  return [
    { url: `/api/free/${name}`, signIn: 'none' },
    { url: `/api/${name}`, signIn: { token: ['narrate'] } },
  ] as const;
}

/** Up to this many lines count as editing, not as a script. */
const maxEditedLines = 3;
const maxEditedCharacters = 2000;

/** Whether lines are as few as somebody edits at a time. */
export function isEditing(texts: readonly string[]): boolean {
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  return texts.length <= maxEditedLines && characters <= maxEditedCharacters;
}

/** What translating lines of a narration counts as: the calls that the page makes for them. None for no lines. */
export function countTranslation(lines: readonly { readonly text: string }[]) {
  const texts = lines.map(({ text }) => text);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const amount = Math.ceil(Math.max(texts.length / maxTranslatedLines, characters / maxTranslatedCharacters));
  return { what: isEditing(texts) ? 'line' : 'script', amount } as const;
}

/** The fields of a call about an audio description. */
interface SentDescription {
  readonly description?: DescriptionKind | undefined;
  readonly gaps?: readonly (readonly [number, number])[] | undefined;
  readonly detail?: DescriptionDetail | undefined;
  readonly cast?: readonly DescribedPerson[] | undefined;
}

/** The requested audio description and its gaps; undefined for a narration. */
export function readDescription(sent: SentDescription): DescriptionRequest | undefined {
  const { description: kind, gaps = [], detail, cast } = sent;
  return kind && { kind, gaps: fromSentGaps(gaps), detail, cast };
}

/** Adds the requester to an engine's calls: local work is shared fairly. */
export function withRequester(vision: VisionEngine, requester: string): VisionEngine {
  return override(vision, { analyze: request => vision.analyze({ ...request, requester }) });
}

/** Passes lines on; the first words spend the use. What ends without words says so if it counts nevertheless. */
export async function* countWords(
  use: CountedUse,
  lines: AsyncGenerator<ProgressLine>,
): AsyncGenerator<ProgressLine> {
  try {
    for await (const line of lines) {
      if ('delta' in line || ('script' in line && line.script !== '')) use.spend();
      yield 'script' in line && line.script === '' ? explainCount(use, line) : line;
    }
  } catch (error) {
    throw await settleFailure(use, error);
  }
}

function explainCount<Line extends { notice?: string | undefined }>(
  { chargedBy }: CountedUse,
  line: Line,
): Line {
  if (chargedBy === undefined) return line;
  const counts = t(limitErrors.stillCounts, { provider: chargedBy });
  return { ...line, notice: line.notice ? `${line.notice} ${counts}` : counts };
}

/**
 * Refunds a failed use unless a provider charges for it, or the client disconnected from what it already gave.
 * @returns the error to throw, with a note if the use counts nevertheless
 */
export async function settleFailure(use: CountedUse, error: unknown): Promise<CodedError> {
  const coded = toCodedError(error);
  if (coded.code === 'client_closed') return coded;
  await use.refund();
  return use.chargedBy === undefined
    ? coded
    : addNote(coded, fill(limitErrors.stillCounts, { provider: use.chargedBy }));
}

/** The answer's lines for the steps of writing; the finished script is logged after sending it. */
export async function* reportScript(
  steps: AsyncIterable<WritingStep>,
  write: (script: string) => Promise<void>,
): AsyncGenerator<ProgressLine> {
  let written: Promise<void> | undefined;
  try {
    for await (const line of printSteps(steps)) {
      if ('script' in line) written = write(line.script);
      yield line;
    }
  } finally {
    await written;
  }
}

/** A script with times as text. */
async function* printSteps(steps: AsyncIterable<WritingStep>): AsyncGenerator<ProgressLine> {
  for await (const step of steps) {
    if ('line' in step) yield { delta: `${printTimedScript([step.line])}\n` };
    else if ('lines' in step) {
      const { lines, ...others } = step;
      yield { script: printTimedScript(lines), ...others };
    } else yield step;
  }
}

/** Passes lines on and adds the cost to the script once it is stored. */
export async function* readCost(
  lines: AsyncGenerator<ProgressLine>,
  work: MeteredWork,
): AsyncGenerator<ProgressLine> {
  for await (const line of lines) {
    if (!('script' in line)) {
      yield line;
      continue;
    }
    await work.settle();
    yield work.cost ? { ...line, cost: work.cost } : line;
  }
}

/** Passes speech on whose mp3 begins with marks, with what providers state about the first sound. */
export async function* markSpeech(
  parts: AsyncIterable<SpeechPart>,
  marks: Marks,
): AsyncGenerator<SpeechPart> {
  const others: SpeechPart[] = [];
  const manifests: Uint8Array[] = [];
  async function* takeSound() {
    for await (const part of parts)
      if ('mp3' in part) {
        addManifests(manifests, part.manifests);
        yield part.mp3;
      } else others.push(part);
  }
  for await (const mp3 of markMp3(takeSound(), { ...marks, manifests })) {
    yield* others.splice(0);
    yield { mp3 };
  }
  yield* others;
}

/** Passes speech on and ends once its cost is stored, so that the client can request it then. */
export async function* settleAtEnd(
  parts: AsyncIterable<SpeechPart>,
  work: MeteredWork,
): AsyncGenerator<SpeechPart> {
  try {
    yield* parts;
  } finally {
    await work.settle();
  }
}
