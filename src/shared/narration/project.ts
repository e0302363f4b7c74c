import type { z } from 'zod';
import type { DescriptionKind } from '../description.ts';
import type { LanguageName } from '../languages.ts';
import { maxOwnPronunciations, maxSayCharacters, maxTermCharacters, maxTerms } from '../limits.ts';
import { type OwnPronunciation, type Pronunciation, pickPronunciations } from '../pronunciations.ts';
import type { Cue } from '../script/cues.ts';
import type { Manner } from '../speech.ts';
import { type ChosenVoice, toVoiceId } from '../voices.ts';
import type { lineOrigins, narrationStyles, projectSchema } from './project-schema.ts';

/** The narration document: see `project-schema.ts` for its shape. */
export type Project = z.infer<typeof projectSchema>;
export type Narration = Project['narrations'][number];
export type Line = Narration['lines'][number];
export type Observation = Project['observations'][number];
export type Transcript = NonNullable<Project['transcript']>;
export type Segment = Transcript['segments'][number];
export type CastMember = Project['cast'][number];
export type Term = Project['glossary'][number];
export type Untold = NonNullable<Narration['untold']>[number];
export type Review = NonNullable<Narration['review']>;
export type Music = NonNullable<Narration['settings']['music']>;
export type ProjectVideo = NonNullable<Project['video']>;
export type NarrationStyle = (typeof narrationStyles)[number];
export type LineOrigin = (typeof lineOrigins)[number];

/** Short, random, made once and never reused. `crypto.randomUUID` exists on https and localhost only. */
export function createId(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  return high.toString(36).padStart(7, '0') + low.toString(36).padStart(7, '0');
}

/** A document without a video and without narrations. */
export function createProject(title = '', now = new Date()): Project {
  const createdAt = now.toISOString();
  return {
    id: createId(),
    schemaVersion: 3,
    revision: 0,
    title,
    createdAt,
    updatedAt: createdAt,
    observations: [],
    cast: [],
    glossary: [],
    narrations: [],
  };
}

interface NewNarration extends Partial<Omit<Narration, 'id' | 'createdAt' | 'lines'>> {
  readonly style: NarrationStyle;
  readonly lines?: readonly Line[];
}

export function createNarration({ lines = [], ...given }: NewNarration, now = new Date()): Narration {
  return {
    name: '',
    prompt: '',
    settings: {},
    ...given,
    id: createId(),
    createdAt: now.toISOString(),
    lines,
  };
}

export function createLine(line: Partial<Line> & Pick<Line, 'text'>): Line {
  return { id: createId(), startMs: null, isLocked: false, origin: 'written', ...line };
}

/** The lines of a script: of one with times its cues, of any other its rows. */
export function createLines(script: string | readonly Cue[], origin: LineOrigin): Line[] {
  if (typeof script === 'string') return script.split('\n').map(text => createLine({ text, origin }));
  return script.map(({ startSeconds, text }) =>
    createLine({ startMs: Math.round(startSeconds * 1000), text, origin }),
  );
}

export function isTimed({ style }: Pick<Narration, 'style'>): boolean {
  return style !== 'continuous';
}

export function getDescriptionKind({ style }: Pick<Narration, 'style'>): DescriptionKind | undefined {
  if (style === 'description-standard') return 'standard';
  return style === 'description-extended' ? 'extended' : undefined;
}

export function toStyle(isTimed: boolean, description: DescriptionKind | undefined): NarrationStyle {
  if (description) return `description-${description}`;
  return isTimed ? 'timed' : 'continuous';
}

/** A line of a timed narration as media and engines take it. */
export interface LineCue extends Cue {
  readonly id: string;
}

/** Lines with times, in seconds, as media and engines take them. */
export function toCues(lines: readonly Line[]): LineCue[] {
  return lines.map(({ id, startMs, text }) => ({ id, text, startSeconds: (startMs ?? 0) / 1000 }));
}

/** What a line may have of its own. */
export const deliveryFields = [
  'castId',
  'voice',
  'manner',
  'pace',
  'pauseBeforeMs',
  'pauseAfterMs',
  'recordingId',
] as const satisfies readonly (keyof Line)[];

/** How a line is said. */
export type Delivery = Partial<Pick<Line, (typeof deliveryFields)[number]>>;

/** Whether a line has a role, voice, manner, pace, pause or recording of its own: a continuous narration is then spoken line by line. */
export function hasOwnDeliveries({ lines }: Pick<Narration, 'lines'>): boolean {
  return lines.some(line => deliveryFields.some(field => line[field] !== undefined));
}

/** Each line has a sound of its own. */
export function isSpokenByLine(narration: Pick<Narration, 'style' | 'lines'>): boolean {
  return isTimed(narration) || hasOwnDeliveries(narration);
}

/** The text of a continuous script: a row for each line. */
export function joinText(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

export interface SpokenWith {
  readonly voice: ChosenVoice;
  /** The server detects it when left out. */
  readonly language?: LanguageName | undefined;
  /** The id of the provider of a preset; the server chooses when left out. An own voice has its own. */
  readonly provider?: string | undefined;
  readonly manner?: Manner | undefined;
  /** Of its language: all that are known, whether or not they occur. */
  readonly pronunciations?: readonly Pronunciation[] | undefined;
}

const noPronunciations: readonly OwnPronunciation[] = [];

interface KnownPronunciations {
  readonly own: readonly OwnPronunciation[];
  readonly list: readonly Pronunciation[];
}

const knownPronunciations = new WeakMap<
  Project['glossary'],
  Map<LanguageName | undefined, KnownPronunciations>
>();

/** Of a language, or of all while it is unknown, the project's first; the same list while nothing of it changes: it is asked for with each line. */
function listPronunciations(
  glossary: Project['glossary'],
  own: readonly OwnPronunciation[],
  language: LanguageName | undefined,
): readonly Pronunciation[] {
  const byLanguage =
    knownPronunciations.get(glossary) ?? new Map<LanguageName | undefined, KnownPronunciations>();
  knownPronunciations.set(glossary, byLanguage);
  const known = byLanguage.get(language);
  if (known?.own === own) return known.list;
  const list = [
    ...glossary.flatMap(({ term, pronunciation }) => {
      const says = language ? [pronunciation[language]] : Object.values(pronunciation);
      return says.flatMap(say => (say ? [{ term, say }] : []));
    }),
    ...own.filter(each => !language || each.language === language),
  ]
    // A stored project may have more than a call may send.
    .filter(({ term, say }) => term.length <= maxTermCharacters && say.length <= maxSayCharacters)
    .slice(0, maxTerms + maxOwnPronunciations);
  byLanguage.set(language, { own, list });
  return list;
}

/**
 * How a narration, or a line of it, is spoken: what is said of the line counts, then what is said of its role.
 * @param own the person's pronunciations, which count where the project has none for the word
 */
export function getSpokenWith(
  { cast, glossary }: Pick<Project, 'cast' | 'glossary'>,
  { settings, language }: Narration,
  line?: Line,
  own: readonly OwnPronunciation[] = noPronunciations,
): SpokenWith | undefined {
  const role = line?.castId === undefined ? undefined : cast.find(({ id }) => id === line.castId);
  const voice = line?.voice ?? role?.voice ?? settings.voice;
  if (voice === undefined) return undefined;
  const pronunciations = listPronunciations(glossary, own, language);
  const provider = typeof voice === 'string' ? settings.provider : undefined;
  return { voice, language, provider, manner: line?.manner, pronunciations };
}

/** Identifies a sound by what it says and how: nothing is spoken twice while that stays the same. */
export function getSoundKey(text: string, spokenWith: SpokenWith): string {
  const { voice, language, provider, manner, pronunciations = [] } = spokenWith;
  const said = pickPronunciations(text, pronunciations).map(({ term, say }) => [term, say]);
  const more = manner === undefined && said.length === 0 ? [] : [manner ?? '', said];
  return JSON.stringify([text.trim(), toVoiceId(voice), language ?? '', provider ?? '', ...more]);
}

/** Identifies a recording of a person's own, as `getSoundKey` does what is spoken. */
export function getRecordingKey(recordingId: string): string {
  return `recording ${recordingId}`;
}
