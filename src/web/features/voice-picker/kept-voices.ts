import { t } from '#shared/messages/message.ts';
import { voiceListMessages } from '#shared/messages/voice-list.ts';
import { keepItem, readItem } from '../../lib/browser-storage.ts';
import type { VoiceRows } from './listed-voices.ts';

const maxRecent = 5;
const keys = { favourites: 'favourite-voices', recent: 'recent-voices' } as const;

/** Ids of voices, as calls name them; the newest first. Kept in this browser. */
export function readKept(kind: keyof typeof keys): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readItem(keys[kind]) ?? '[]');
    return Array.isArray(kept) ? kept.filter(id => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** @returns the favourites, with this one or without it */
export function toggleFavourite(id: string): readonly string[] {
  const before = readKept('favourites');
  const favourites = before.includes(id) ? before.filter(other => other !== id) : [id, ...before];
  keepItem(keys.favourites, JSON.stringify(favourites));
  return favourites;
}

export function keepRecent(id: string): void {
  const recent = [id, ...readKept('recent').filter(other => other !== id)];
  keepItem(keys.recent, JSON.stringify(recent.slice(0, maxRecent)));
}

/** Favourites under the first heading, then recent ones; each voice stands in the list once. */
export function putKeptFirst(
  groups: readonly VoiceRows[],
  favourites: readonly string[],
  recent: readonly string[],
): VoiceRows[] {
  const byId = new Map(groups.flatMap(({ voices }) => voices.map(voice => [voice.id, voice] as const)));
  const pick = (ids: readonly string[]) => ids.flatMap(id => byId.get(id) ?? []);
  const kept = new Set([...favourites, ...recent]);
  return [
    { label: t(voiceListMessages.favourites), voices: pick(favourites) },
    { label: t(voiceListMessages.recent), voices: pick(recent.filter(id => !favourites.includes(id))) },
    ...groups.map(group => ({ ...group, voices: group.voices.filter(({ id }) => !kept.has(id)) })),
  ].filter(({ voices }) => voices.length > 0);
}
