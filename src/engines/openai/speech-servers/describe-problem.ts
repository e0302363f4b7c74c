import { isPlainName } from '../plain-name.ts';
import type { ServerFacts } from './describe-server.ts';

const mostNames = 12;

/** Why a server does not speak, as a sentence. */
export function describeProblem(
  providerName: string,
  named: string | undefined,
  facts: Exclude<ServerFacts, { kind: 'speaks' }>,
): string {
  if (facts.kind === 'mute')
    return `${startSentence(providerName)} does not speak: it lists neither voices nor a model that speaks.`;
  const names = facts.models.filter(isPlainName);
  const more = names.length > mostNames ? ' and others' : '';
  return `${startSentence(providerName)} has no model ${named} that speaks; it has ${names.slice(0, mostNames).join(', ')}${more}.`;
}

function startSentence(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
