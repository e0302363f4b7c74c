import { castMessages } from '../messages/cast.ts';
import { t } from '../messages/message.ts';
import { type CatalogueVoice, voiceCatalogue } from '../voice-catalogue.ts';
import { type ChosenVoice, getVoiceName, getVoicePlan } from '../voices.ts';
import { getSex, judgeName } from './names.ts';
import { type CastMember, createId, toRolePrefix } from './project.ts';
import { isTimedScript, parseTimedScript, printTimedScript } from './timed-text.ts';

/** What lists and Markdown put before a name: `- Anna:`, `>> Anna:`, `**Anna:**`. */
const opening = /^(?:[-–—•*+]\s|>{1,3}\s?|[-–—])?\s?[*_]{0,3}/u;
/** A name of up to three words, what is said of it in brackets, as `(V.O.)`, and a colon, in French after a space. */
const named =
  /^([\p{Lu}\p{Lt}\p{Lo}][\p{L}\p{M}\p{N}.'’-]*(?: [\p{L}\p{M}\p{N}.'’#-]+){0,2})(?: ?\([^()]*\)| ?\[[^[\]]*\])?[*_]{0,3}[ \u00a0\u202f]?([:：])[*_]{0,3}/u;
/** Music, and what stands in square brackets, as `[door creaks]`. */
const sounds = /[♪♫][^♪♫\n]*[♪♫]?|\[[^[\]\n]*\]|［[^［］\n]*］|（[^（）\n]*）/gu;
/** In round brackets that are no part of a sentence: alone, at the start, behind a name or a sentence. */
const asides = /(^|[.!?…:\n-] ?)\(([^()\n]*)\)/gu;
/** Fewer rows cannot show a pattern. */
const minPatternNames = 4;

/**
 * The names that begin rows of a script and are not in its cast: twice, or once beside another. Names that nothing is known of and that
 * repeat as a pattern over most rows are unsure: they may be headings.
 */
export function findRoles(
  rows: readonly string[],
  cast: readonly CastMember[],
): { readonly roles: readonly string[]; readonly unsure: readonly string[] } {
  const names = rows.flatMap(row => readNamed(row)?.name ?? []);
  const keys = names.map(toKey);
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isTwice = (key: string) => (counts.get(key) ?? 0) > 1;
  const period = keys.indexOf(keys[0] ?? '', 1);
  const isPattern =
    keys.length >= minPatternNames &&
    keys.length * 2 > rows.filter(row => row.trim() !== '').length &&
    keys.filter((key, at) => key === keys[at % period]).length > keys.length * 0.8 &&
    !keys.some(judgeName);
  const isSure = (key: string) => (judgeName(key) ? keys.length > 1 : !isPattern && isTwice(key));
  const beside = keys.filter((_, at) => [keys[at - 1], keys[at + 1]].some(key => key && isSure(key)));
  const sure = new Set([...keys.filter(isSure), ...beside]);
  const found = [...firstOf(names, cast)];
  return {
    roles: found.flatMap(([key, name]) => (sure.has(key) ? [name] : [])),
    unsure: found.flatMap(([key, name]) => (!sure.has(key) && isTwice(key) ? [name] : [])),
  };
}

interface Naming {
  /** Names that are roles however often they occur, as a file or a person says so. */
  readonly sure?: readonly string[] | undefined;
  /** Of the narrator; undefined if roles are to have none. */
  readonly voice?: ChosenVoice | undefined;
  /** Sounds are left out of them. */
  readonly isSubtitles?: boolean | undefined;
  /** Else a name may stand alone above what it says. */
  readonly hasTimes: boolean;
}

export interface NamedRows {
  /** New in the cast. */
  readonly added: readonly CastMember[];
  /** With names as `readSaid` takes them; empty if nothing but a sound was in one. */
  readonly rows: readonly string[];
  /** What became of names and sounds, for a person; empty if nothing did. */
  readonly told: string;
}

/** The same as {@link nameRoles} for a text, with times or without. */
export function nameScript(
  script: string,
  cast: readonly CastMember[],
  naming: Omit<Naming, 'hasTimes'>,
): Omit<NamedRows, 'rows'> & { readonly script: string } {
  const hasTimes = isTimedScript(script);
  const cues = hasTimes ? parseTimedScript(script).cues : [];
  const texts = hasTimes ? cues.map(({ text }) => text) : script.split('\n');
  const { rows, ...found } = nameRoles(texts, cast, { ...naming, hasTimes });
  const said = cues.map((cue, at) => ({ ...cue, text: rows[at] ?? '' })).filter(({ text }) => text !== '');
  return { ...found, script: hasTimes ? printTimedScript(said) : rows.join('\n') };
}

/** Makes roles of the names in a script, each with another voice, of a fitting sex where that is known. */
export function nameRoles(
  written: readonly string[],
  cast: readonly CastMember[],
  { sure = [], voice, isSubtitles, hasTimes }: Naming,
): NamedRows {
  const { texts, sounds } = isSubtitles ? leaveOutSounds(written) : { texts: written, sounds: [] };
  const rows = hasTimes ? texts : joinOwnRows(texts);
  const { roles, unsure } = findRoles(rows, cast);
  // In subtitles only speakers are in capitals.
  const speakers = (isSubtitles ? rows : [])
    .map(row => readNamed(row)?.name ?? '')
    .filter(name => /\p{Lu}/u.test(name) && !/\p{Ll}/u.test(name));
  const names = firstOf([...sure, ...roles, ...speakers], cast);
  const members = [...names.values()].map((name): CastMember => ({ id: createId(), name, look: '' }));
  const added = giveVoices(members, cast, voice);
  const all = new Map([...cast, ...added].map(member => [toKey(member.name), member]));
  const renamed = rows.map(row => {
    const found = readNamed(row);
    const member = found && all.get(toKey(found.name));
    return member ? toRolePrefix(member.name) + found.said : row;
  });
  const aloud = unsure.filter(name => !names.has(toKey(name))).join(', ');
  const count = sounds.length;
  const some = [...new Set(sounds)].slice(0, 5).join(', ');
  const told = [
    added.length > 0 && t(castMessages.rolesFound, { names: added.map(printMember).join(', ') }),
    aloud && t(castMessages.readAloud, { names: aloud }),
    count > 0 && t(castMessages.soundsLeftOut, { count, sounds: some }),
  ];
  return { added, rows: renamed, told: told.filter(Boolean).join(' ') };
}

function printMember({ name, voice }: CastMember): string {
  return voice === undefined ? name : `${name} (${getVoiceName(voice)})`;
}

/** Joins a name alone on a row, `ANNA:`, with what follows until a blank row or another name. */
function joinOwnRows(rows: readonly string[]): string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const [at, row] of rows.entries()) {
    const found = readNamed(row);
    if (isOpen && !found && row.trim() !== '') joined[joined.length - 1] += ` ${row.trim()}`;
    else joined.push(row);
    const next = rows[at + 1] ?? '';
    if (found || row.trim() === '') isOpen = found?.said === '' && next.trim() !== '' && !readNamed(next);
  }
  return joined;
}

const standardSexes: Readonly<Record<string, string>> = {
  fable: 'male',
  onyx: 'male',
  nova: 'female',
  shimmer: 'female',
};

/** Gives each a voice of the narrator's plan, of a fitting sex, the least used first. A provider's own voices are not known here. */
function giveVoices(
  members: readonly CastMember[],
  cast: readonly CastMember[],
  narrator: ChosenVoice | undefined,
): readonly CastMember[] {
  if (typeof narrator !== 'string') return members;
  const used = new Map<ChosenVoice, number>();
  const use = (voice: ChosenVoice) => used.set(voice, (used.get(voice) ?? 0) + 1);
  for (const voice of [narrator, ...cast.flatMap(member => member.voice ?? [])]) use(voice);
  const offered = voiceCatalogue.filter(({ plan }) => plan === getVoicePlan(narrator));
  const give = (member: CastMember): CastMember => {
    const sex = getSex(member.name);
    const rank = ({ name, tags }: CatalogueVoice) => {
      const own = standardSexes[name] ?? tags.find(tag => tag === 'female' || tag === 'male');
      const isWrong = sex && own && sex !== own;
      return (used.get(name) ?? 0) + (sex === own ? 0 : 0.5) + (isWrong ? members.length + cast.length : 0);
    };
    const voice = offered.toSorted((one, other) => rank(one) - rank(other))[0]?.name ?? narrator;
    use(voice);
    return { ...member, voice };
  };
  // Those whom any voice fits take what is left.
  const first = members.toSorted((one, other) => Number(!getSex(one.name)) - Number(!getSex(other.name)));
  const given = new Map(first.map(member => [member.id, give(member)]));
  return members.map(member => given.get(member.id) ?? member);
}

/** Each name as it is written first, by its key, unless it is in the cast. */
function firstOf(names: readonly string[], cast: readonly CastMember[]): ReadonlyMap<string, string> {
  const known = new Set(cast.map(({ name }) => toKey(name)));
  const first = new Map<string, string>();
  for (const name of names)
    if (!known.has(toKey(name)) && !first.has(toKey(name))) first.set(toKey(name), name);
  return first;
}

/** @returns `said` empty for a name on a row of its own */
function readNamed(row: string): { readonly name: string; readonly said: string } | undefined {
  const rest = row.trimStart().replace(opening, '');
  const [all = '', name, colon] = named.exec(rest) ?? [];
  if (name === undefined || name.length > 60 || judgeName(name) === 'labels') return undefined;
  const said = rest.slice(all.length);
  // A time, a URL or a ratio has no space behind its colon.
  return colon === '：' || /^(?:\s|$)/u.test(said) ? { name, said: said.trimStart() } : undefined;
}

function toKey(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * Leaves the sounds of subtitles for people who do not hear out of what is spoken.
 * @returns the texts, empty where nothing else was in them; all as they are where nothing would be left
 */
function leaveOutSounds(texts: readonly string[]) {
  const found: string[] = [];
  const take = (sound: string, lead = '') => {
    found.push(sound.slice(lead.length));
    return `${lead} `;
  };
  const kept = texts.map(text => {
    const rest = text
      .replace(sounds, sound => take(sound))
      .replace(asides, (all, lead: string, aside: string) =>
        /\d/u.test(aside) || /^\p{Lu}.*\p{Ll}/u.test(aside) ? all : take(all, lead),
      );
    if (rest === text) return text;
    const rows = rest.split('\n').map(row => row.replace(/\s+/gu, ' ').trim());
    const said = rows.filter(row => /[^\p{P}\s♪♫]/u.test(row)).join('\n');
    return /^[^\n:]*:$/u.test(said) ? '' : said;
  });
  return kept.some(Boolean) ? { texts: kept, sounds: found } : { texts, sounds: [] };
}
