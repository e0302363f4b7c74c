import type { VisionEngine } from '#engines/ports.ts';
import { wrapVision } from '#engines/wrap-engine.ts';
import type { DescribedPerson, DescriptionDetail, DescriptionKind } from '#shared/description.ts';
import { maxTranslatedCharacters, maxTranslatedLines } from '#shared/limits.ts';
import { type DescriptionRequest, fromSentGaps } from '#shared/script/sent-gaps.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { ChosenEngines } from '../choose-engines.ts';
import type { Config } from '../config/config.ts';
import type { AccountCosts } from '../costs/account-costs.ts';
import type { Queries } from '../database/database.ts';
import type { DecodingBudget } from '../decoding/decoding-limits.ts';
import type { FrameReader } from '../decoding/frame-reader.ts';
import type { Account } from '../guards/guards.ts';
import type { CountedUse, DailyLimits, QuotaSubject } from '../limits/count-daily-use.ts';
import type { ProjectStore } from '../projects/project-store.ts';
import type { Uploads } from '../uploads/uploads.ts';

export interface NarrationParts {
  readonly config: Config;
  readonly accounts: Accounts;
  readonly engines: ChosenEngines;
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
export function readDescription({
  description,
  gaps = [],
  detail,
  cast,
}: SentDescription): DescriptionRequest | undefined {
  return description && { kind: description, gaps: fromSentGaps(gaps), detail, cast };
}

/** Adds the requester to an engine's calls: local work is shared fairly. */
export function withRequester(vision: VisionEngine, requester: string): VisionEngine {
  return wrapVision(vision, request => vision.analyze({ ...request, requester }));
}
