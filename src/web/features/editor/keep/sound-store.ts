import { ownPronunciationsSchema } from '#shared/api/fields.ts';
import { maxOwnPronunciations } from '#shared/limits.ts';
import {
  getMusicKey,
  getRecordingKey,
  getSoundKey,
  getSpokenWith,
  isOwnSoundKey,
  isSpokenByLine,
  type Narration,
  type Project,
} from '#shared/narration/project.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import { callServer, getAnswer, parseJson } from '../../../lib/call-server.ts';
import type { Editor } from '../model/editor.ts';
import type { EditorState, EditorStore, Sound } from '../model/editor-state.ts';
import { getText } from '../model/select.ts';
import { keptSoundSchema, openDatabase } from './database.ts';

/** In a page, and kept of an owner, without what is a person's own; the first go. So many are two hours of speech. */
const maxSounds = 4000;

/** Sounds that came from the storage, or went there: they are not written again. */
export const knownSounds = new WeakSet<Sound>();

export function listSoundKeys(owner: string, project: Project): ReadonlySet<string> {
  const own = readOwnPronunciations(owner);
  // Of a recorded line, too: its voice may be used again. So may be one that is no longer in the video.
  const listSpoken = (narration: Narration) =>
    [...(isSpokenByLine(narration) ? narration.lines : [undefined]), ...(narration.cutLines ?? [])].flatMap(
      line => {
        const spokenWith = getSpokenWith(project, narration, line, own);
        return spokenWith ? getSoundKey(line ? line.text : getText(narration), spokenWith) : [];
      },
    );
  return new Set([...listOwnKeys(project), ...project.narrations.flatMap(listSpoken)]);
}

export function listOwnKeys({ narrations }: Pick<Project, 'narrations'>): readonly string[] {
  return narrations.flatMap(({ settings: { music }, lines, cutLines = [] }) => [
    ...[...lines, ...cutLines].flatMap(({ recordingId }) =>
      recordingId ? getRecordingKey(recordingId) : [],
    ),
    ...(music ? [getMusicKey(music.id)] : []),
  ]);
}

export async function readSounds(
  owner: string,
  project: Project,
  known: EditorState['sounds'],
): Promise<readonly Sound[]> {
  const database = await openDatabase();
  const { store } = database.transaction('sounds');
  const keys = [...listSoundKeys(owner, project)].filter(key => !known.has(key));
  const found = await Promise.all(keys.map(key => store.get([owner, key])));
  return found.flatMap(value => {
    const kept = keptSoundSchema.safeParse(value).data;
    if (!kept) return [];
    const { owner: _, keptAtMs: __, seconds, ...fields } = kept;
    const sound = { ...fields, seconds };
    knownSounds.add(sound);
    return sound;
  });
}

export function addSounds(store: EditorStore, more: readonly Sound[]): void {
  if (more.length === 0) return;
  store.setState(({ sounds }) => {
    const joined = new Map(sounds);
    for (const sound of more) {
      joined.delete(sound.key);
      joined.set(sound.key, sound);
    }
    const first = joined.size - maxSounds;
    if (first <= 0) return { sounds: joined };
    return { sounds: new Map([...joined].filter(([key], at) => at >= first || isOwnSoundKey(key))) };
  });
}

/** @param isAnew only what is not there any more */
export async function writeSounds(owner: string, sounds: readonly Sound[], isAnew = false): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('sounds', 'readwrite');
  const keptAtMs = Date.now();
  for (const sound of sounds)
    if (!isAnew || !(await transaction.store.getKey([owner, sound.key])))
      void transaction.store.put({ ...sound, owner, keptAtMs });
  await transaction.done;
}

type SoundHolders = Pick<EditorState, 'project' | 'past' | 'future' | 'sounds'>;

export function isOwnSoundLeft(state: SoundHolders): boolean {
  const own = [...state.sounds.keys()].filter(isOwnSoundKey);
  return own.length > 0 && !own.every(isNeededBy(state));
}

function isNeededBy({ project, past, future }: SoundHolders): (key: string) => boolean {
  const needed = new Set([project, ...past, ...future].flatMap(listOwnKeys));
  return key => !isOwnSoundKey(key) || needed.has(key);
}

/** Forgets recordings and music that no project and no step of this page has, and the oldest of too many sounds. */
export async function sweepSounds({ store, owner }: Editor): Promise<void> {
  const state = store.getState();
  if (!state.keeping.isKept || state.keeping.isOpenElsewhere) return;
  const isNeeded = isNeededBy(state);
  const needed = [...state.sounds].filter(([key]) => isNeeded(key));
  if (needed.length < state.sounds.size) store.setState({ sounds: new Map(needed) });
  await removeSounds(owner, isNeeded);
  await limitSounds(owner);
}

export async function moveSounds(from: string, to: string, keys: ReadonlySet<string>): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction('sounds', 'readwrite');
  for (const key of keys) {
    const sound = await transaction.store.get([from, key]);
    if (!sound) continue;
    void transaction.store.put({ ...sound, owner: to });
    void transaction.store.delete([from, key]);
  }
  await transaction.done;
}

/** Deletes the sounds of an owner that nothing needs; of a person's own none that a project has, even one that this page cannot read. */
export async function removeSounds(owner: string, isNeeded: (key: string) => boolean): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(['sounds', 'projects', 'bases'], 'readwrite');
  const keys = await transaction.objectStore('sounds').index('owner').getAllKeys(owner);
  const unneeded = keys.filter(([, key]) => !isNeeded(key));
  const kept = unneeded.some(([, key]) => isOwnSoundKey(key))
    ? JSON.stringify([
        await transaction.objectStore('projects').getAll(),
        await transaction.objectStore('bases').getAll(),
        { ...localStorage },
      ])
    : '';
  for (const [of, key] of unneeded)
    if (!isOwnSoundKey(key) || !kept.includes(key.slice(key.indexOf(' ') + 1)))
      void transaction.objectStore('sounds').delete([of, key]);
  await transaction.done;
}

async function limitSounds(owner: string): Promise<void> {
  const database = await openDatabase();
  if ((await database.countFromIndex('sounds', 'owner', owner)) <= maxSounds) return;
  const all = await database.getAllFromIndex('sounds', 'owner', owner);
  const sounds = all.filter(({ key }) => !isOwnSoundKey(key));
  const oldest = sounds.sort((one, other) => other.keptAtMs - one.keptAtMs).slice(maxSounds);
  await Promise.all(oldest.map(({ key }) => database.delete('sounds', [owner, key])));
}

// An account's list is also kept in this browser: the sounds that it has are found by how words are said.

type Pronunciations = readonly OwnPronunciation[];

const path = '/api/account/pronunciations';

const keyOf = (owner: string) => `benshi.pronunciations.${owner}`;
const toBrought = (owner: string) => `${owner}.brought`;

export function readOwnPronunciations(owner: string): Pronunciations {
  const kept = readItem(keyOf(owner));
  return (kept && ownPronunciationsSchema.safeParse(parseJson(kept)).data?.pronunciations) || [];
}

/** Keeps the person's pronunciations: an account's on the server, too. @throws {CodedError} and then nothing is changed */
export async function keepOwnPronunciations(
  { store, owner }: Pick<Editor, 'store' | 'owner'>,
  pronunciations: Pronunciations,
  hasAccount: boolean,
): Promise<void> {
  const body = JSON.stringify({ pronunciations });
  if (hasAccount)
    await callServer(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  keepItem(keyOf(owner), body);
  store.setState({ ownPronunciations: pronunciations });
}

/** Takes the account's pronunciations from the server, and adds those that a visitor brings. @throws {CodedError} */
export async function fetchOwnPronunciations(editor: Editor, signal: AbortSignal): Promise<void> {
  const { pronunciations } = await getAnswer(path, ownPronunciationsSchema, { signal });
  const brought = readOwnPronunciations(toBrought(editor.owner));
  await keepOwnPronunciations(editor, joinLists(pronunciations, brought), brought.length > 0);
  forgetItem(keyOf(toBrought(editor.owner)));
}

/** Those of a visitor become the account's with the next {@link fetchOwnPronunciations}. */
export function moveOwnPronunciations(from: string, to: string): void {
  const moved = readOwnPronunciations(from);
  if (moved.length === 0) return;
  const pronunciations = joinLists(readOwnPronunciations(toBrought(to)), moved);
  keepItem(keyOf(toBrought(to)), JSON.stringify({ pronunciations }));
  forgetItem(keyOf(from));
}

export function forgetOwnPronunciations(owner: string): void {
  for (const each of [owner, toBrought(owner)]) forgetItem(keyOf(each));
}

function joinLists(first: Pronunciations, more: Pronunciations): Pronunciations {
  const identify = ({ language, term }: OwnPronunciation) => `${language} ${term.toLowerCase()}`;
  const known = new Set(first.map(identify));
  return [...first, ...more.filter(each => !known.has(identify(each)))].slice(0, maxOwnPronunciations);
}
