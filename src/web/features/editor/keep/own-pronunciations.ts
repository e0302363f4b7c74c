import { ownPronunciationsSchema } from '#shared/api/fields.ts';
import { maxOwnPronunciations } from '#shared/limits.ts';
import type { OwnPronunciation } from '#shared/pronunciations.ts';
import { forgetItem, keepItem, readItem } from '../../../lib/browser-storage.ts';
import { callServer, getAnswer, parseJson } from '../../../lib/call-server.ts';
import type { Editor } from '../model/editor.ts';

// An account's list is also kept in this browser: the sounds that it has are found by how words are said.

type Pronunciations = readonly OwnPronunciation[];

const path = '/api/account/pronunciations';

const keyOf = (owner: string) => `benshi.pronunciations.${owner}`;
/** What a visitor brings to the account, until the account has it. */
const toBrought = (owner: string) => `${owner}.brought`;

/** A person's pronunciations as this browser has them; none where they are damaged. */
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
  const { pronunciations } = await getAnswer(path, ownPronunciationsSchema, signal);
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
