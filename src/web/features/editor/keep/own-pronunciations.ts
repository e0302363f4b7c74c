import { ownPronunciationsSchema } from '#shared/api/fields.ts';
import { maxOwnPronunciations } from '#shared/limits.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import { callServer, getAnswer, parseJson } from '../../../lib/call-server.ts';
import type { Editor } from '../model/editor.ts';

// An account's list is also kept in this browser: the sounds that it has are found by how words are said.

const path = '/api/account/pronunciations';

const listKey = (owner: string) => `benshi.pronunciations.${owner}`;
/** What a visitor brings to the account. */
const broughtKey = (owner: string) => `${listKey(owner)}.brought`;

/** A person's pronunciations as this browser has them; none where they are damaged. */
export function readOwnPronunciations(owner: string): readonly OwnPronunciation[] {
  return readList(listKey(owner));
}

function readList(key: string): readonly OwnPronunciation[] {
  const kept = readItem(key);
  return (kept && ownPronunciationsSchema.safeParse(parseJson(kept)).data?.pronunciations) || [];
}

function writeList(key: string, pronunciations: readonly OwnPronunciation[]): void {
  keepItem(key, JSON.stringify({ pronunciations }));
}

/** Keeps the person's pronunciations: an account's on the server, too. @throws {CodedError} and then nothing is changed */
export async function keepOwnPronunciations(
  { store, owner }: Pick<Editor, 'store' | 'owner'>,
  pronunciations: readonly OwnPronunciation[],
  hasAccount: boolean,
): Promise<void> {
  if (hasAccount)
    await callServer(path, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pronunciations }),
    });
  writeList(listKey(owner), pronunciations);
  store.setState({ ownPronunciations: pronunciations });
}

/** Takes the account's pronunciations from the server, and adds those that a visitor brings. @throws {CodedError} */
export async function fetchOwnPronunciations(
  { store, owner }: Pick<Editor, 'store' | 'owner'>,
  signal: AbortSignal,
): Promise<void> {
  const { pronunciations } = await getAnswer(path, ownPronunciationsSchema, signal);
  const brought = readList(broughtKey(owner));
  if (brought.length > 0) {
    await keepOwnPronunciations({ store, owner }, joinLists(pronunciations, brought), true);
    forgetItem(broughtKey(owner));
    return;
  }
  writeList(listKey(owner), pronunciations);
  store.setState({ ownPronunciations: pronunciations });
}

/** Those of a visitor become the account's with the next {@link fetchOwnPronunciations}. */
export function moveOwnPronunciations(from: string, to: string): void {
  const moved = readOwnPronunciations(from);
  if (moved.length === 0) return;
  writeList(broughtKey(to), joinLists(readList(broughtKey(to)), moved));
  forgetItem(listKey(from));
}

export function forgetOwnPronunciations(owner: string): void {
  forgetItem(listKey(owner));
  forgetItem(broughtKey(owner));
}

function joinLists(
  first: readonly OwnPronunciation[],
  more: readonly OwnPronunciation[],
): readonly OwnPronunciation[] {
  const identify = ({ language, term }: OwnPronunciation) => `${language} ${term.toLowerCase()}`;
  const known = new Set(first.map(identify));
  return [...first, ...more.filter(each => !known.has(identify(each)))].slice(0, maxOwnPronunciations);
}
