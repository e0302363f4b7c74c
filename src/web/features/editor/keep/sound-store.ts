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
import type { Editor } from '../model/editor.ts';
import type { EditorState, Sound } from '../model/editor-state.ts';
import { getText } from '../model/select.ts';
import { keptSoundSchema, openDatabase } from './database.ts';
import { readOwnPronunciations } from './own-pronunciations.ts';

/** Of an owner, without what is a person's own; those that were kept first go. So many are two hours of speech. */
const maxKept = 4000;

/** Sounds that came from the storage, or went there: they are not written again. */
export const knownSounds = new WeakSet<Sound>();

export function listSoundKeys(owner: string, project: Project): ReadonlySet<string> {
  const own = readOwnPronunciations(owner);
  // Of a recorded line, too: its voice may be used again.
  const listSpoken = (narration: Narration) =>
    (isSpokenByLine(narration) ? narration.lines : [undefined]).flatMap(line => {
      const spokenWith = getSpokenWith(project, narration, line, own);
      return spokenWith ? getSoundKey(line ? line.text : getText(narration), spokenWith) : [];
    });
  return new Set([...listOwnKeys(project), ...project.narrations.flatMap(listSpoken)]);
}

/** Of recordings and music. */
export function listOwnKeys({ narrations }: Pick<Project, 'narrations'>): readonly string[] {
  return narrations.flatMap(({ settings: { music }, lines }) => [
    ...lines.flatMap(({ recordingId }) => (recordingId ? getRecordingKey(recordingId) : [])),
    ...(music ? [getMusicKey(music.id)] : []),
  ]);
}

/** The sounds of a project that are kept, without those that are known. What is damaged is left out. */
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

/** Whether a recording or music is left that neither the project nor Undo and Redo hold. */
export function isOwnSoundLeft(state: SoundHolders): boolean {
  const own = [...state.sounds.keys()].filter(isOwnSoundKey);
  return own.length > 0 && !own.every(isNeededBy(state));
}

function isNeededBy({ project, past, future }: SoundHolders): (key: string) => boolean {
  const needed = new Set([project, ...past, ...future].flatMap(listOwnKeys));
  return key => !isOwnSoundKey(key) || needed.has(key);
}

/**
 * Forgets recordings and music that neither a project has nor a step of this page, and the oldest of too many sounds. What steps of
 * other tabs bring back they write anew.
 */
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
  if ((await database.countFromIndex('sounds', 'owner', owner)) <= maxKept) return;
  const all = await database.getAllFromIndex('sounds', 'owner', owner);
  const sounds = all.filter(({ key }) => !isOwnSoundKey(key));
  const oldest = sounds.sort((one, other) => other.keptAtMs - one.keptAtMs).slice(maxKept);
  await Promise.all(oldest.map(({ key }) => database.delete('sounds', [owner, key])));
}
