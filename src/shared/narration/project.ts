import type { z } from 'zod';
import { defaultVoice } from '../defaults.ts';
import type { DescriptionKind } from '../description.ts';
import type { LanguageName } from '../languages.ts';
import { maxOwnPronunciations, maxSayCharacters, maxTermCharacters, maxTerms } from '../limits.ts';
import { type OwnPronunciation, type Pronunciation, pickPronunciations } from '../pronunciations.ts';
import type { Cue } from '../script/cues.ts';
import type { LineDelivery } from '../script/plan-lines.ts';
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
    schemaVersion: 4,
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
  const createdAt = now.toISOString();
  return { name: '', prompt: '', settings: {}, ...given, id: createId(), createdAt, lines };
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
export type LineCue = Cue & { readonly id: string };

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

type KnownPronunciations = Map<
  LanguageName | undefined,
  { readonly own: readonly OwnPronunciation[]; readonly list: readonly Pronunciation[] }
>;

const knownPronunciations = new WeakMap<Project['glossary'], KnownPronunciations>();

/** Of a language, or of all while it is unknown, the project's first; the same list while nothing of it changes: it is asked for with each line. */
function listPronunciations(
  glossary: Project['glossary'],
  own: readonly OwnPronunciation[],
  language: LanguageName | undefined,
): readonly Pronunciation[] {
  const byLanguage: KnownPronunciations = knownPronunciations.get(glossary) ?? new Map();
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

/** A part of a document with changes: the same object where nothing changes. What becomes undefined is left out, as in the file. */
export function change<Part extends object>(part: Part, changes: Partial<Part>): Part {
  const changed = { ...part, ...changes };
  let isSame = true;
  for (const key in changes) {
    if (part[key] !== changes[key]) isSame = false;
    if (changed[key] === undefined) delete changed[key];
  }
  return isSame ? part : changed;
}

/** The same array where nothing changes. */
export function mapKeeping<Item>(items: readonly Item[], change: (item: Item) => Item): readonly Item[] {
  return keepSame(items, items.map(change));
}

/** The array before a change, where nothing changed. */
export function keepSame<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  return after.length === before.length && after.every((item, at) => item === before[at]) ? before : after;
}

/** What is left out where it would be empty. */
export function orNone<Item>(items: readonly Item[]): readonly Item[] | undefined {
  return items.length > 0 ? items : undefined;
}

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** What stands before the words of a role: `Anna: `, in Chinese and Japanese `安娜：`. */
export function toRolePrefix(name: string): string {
  return withoutSpaces.test(name) ? `${name}：` : `${name}: `;
}

function hasName({ name }: CastMember): boolean {
  return name.trim() !== '';
}

/** A line as scripts have it: with the name of its role, where it has one. */
export function printSaid({ castId, text }: Pick<Line, 'castId' | 'text'>, cast: readonly CastMember[]) {
  const role = castId === undefined ? undefined : cast.find(({ id }) => id === castId);
  return role && hasName(role) ? toRolePrefix(role.name) + text : text;
}

/** Who says a row of a script, and what: the role whose name and colon it begins with, else nobody. */
export function readSaid(
  row: string,
  cast: readonly CastMember[],
): { readonly castId: string | undefined; readonly text: string } {
  const role = cast.find(member => hasName(member) && row.startsWith(toRolePrefix(member.name)));
  return { castId: role?.id, text: role ? row.slice(toRolePrefix(role.name).length) : row };
}

/** What one look at a video saw. */
export interface Look {
  readonly analysis: string;
  /** Times of the pictures, in seconds. */
  readonly moments: readonly number[];
  readonly source: Observation['source'];
}

export function toObservations({ analysis, moments, source }: Look): readonly Observation[] {
  const momentsMs = moments.map(seconds => Math.round(seconds * 1000));
  return [{ id: createId(), momentsMs, text: analysis, kind: 'picture', source }];
}

/**
 * The notes and times that a script is written from, in order.
 * @param most times: parts that were looked at later may make more of them than a call takes
 */
export function readObservations(
  observations: readonly Observation[],
  most = Number.POSITIVE_INFINITY,
): Omit<Look, 'source'> {
  const all = observations.flatMap(({ momentsMs }) => momentsMs).toSorted((one, other) => one - other);
  const length = Math.min(all.length, most);
  return {
    analysis: observations.map(({ text }) => text).join('\n\n'),
    moments: Array.from({ length }, (_, at) => (all[Math.floor((at * all.length) / length)] ?? 0) / 1000),
  };
}

/** Identifies a music file of a person's own. */
export function getMusicKey(musicId: string): string {
  return `music ${musicId}`;
}

/** Whether a sound is a person's own: nobody can make it again. */
export function isOwnSoundKey(key: string): boolean {
  return key.startsWith('recording ') || key.startsWith('music ');
}

const longestExcerpt = 40;

/** What a project is called: as the person named it, else by its video, else by its first words; undefined without any. */
export function findProjectName({ title, video, narrations }: Project): string | undefined {
  if (title !== '') return title;
  if (video) return video.name.replace(/\.[^.]+$/, '');
  const text = narrations
    .flatMap(({ lines }) => lines)
    .find(line => line.text.trim() !== '')
    ?.text.trim();
  if (!text || text.length <= longestExcerpt) return text;
  return `${text.slice(0, longestExcerpt).trimEnd()}…`;
}

export interface VoicedLine extends LineDelivery, Pick<SpokenWith, 'voice' | 'manner'> {
  /** The name of the role that says it. */
  readonly role?: string | undefined;
}

/** A narration with the voice of its lines that have none of their own, and the pronunciations of its language. */
export interface VoicedNarration extends Pick<SpokenWith, 'voice' | 'pronunciations'> {
  readonly lines: readonly VoicedLine[];
}

/**
 * How a narration and each of its lines is spoken.
 * @param voice instead of the narration's; lines and roles with a voice of their own keep it
 * @param own as in `getSpokenWith`
 */
export function listVoicedLines(
  project: Project,
  { settings, ...narration }: Narration,
  voice: ChosenVoice = settings.voice ?? defaultVoice,
  own?: readonly OwnPronunciation[],
): VoicedNarration {
  const voiced = { ...narration, settings: { ...settings, voice } };
  const lines = narration.lines.map(line => {
    const { pace, pauseBeforeMs, pauseAfterMs, manner } = line;
    const spokenWith = getSpokenWith(project, voiced, line);
    const role = project.cast.find(({ id }) => id === line.castId)?.name || undefined;
    return { voice: spokenWith?.voice ?? voice, role, manner, pace, pauseBeforeMs, pauseAfterMs };
  });
  return { voice, pronunciations: getSpokenWith(project, voiced, undefined, own)?.pronunciations, lines };
}
