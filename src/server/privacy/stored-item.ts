import type { StoredItem } from '#shared/api/privacy.ts';
import { t } from '#shared/messages/message.ts';
import { privacyFacts } from '#shared/messages/privacy-facts.ts';

type Key = keyof typeof privacyFacts;

/** Each has texts for title, content and purpose. */
export type FactName = {
  [Each in Key]: Each extends `${infer Name}What` ? Extract<Key, Name> : never;
}[Key];

export function describeItem(name: FactName, kept: string): StoredItem {
  return {
    title: t(privacyFacts[name]),
    what: t(privacyFacts[`${name}What`]),
    why: t(privacyFacts[`${name}Why`]),
    kept,
  };
}
