import type { ConfigAnswer } from '#shared/api/config.ts';
import { joinNames, startSentence } from '../../lib/format.ts';
import type { Speaker, Speakers } from '../voice-samples/public.ts';

/**
 * Who else gets what of a person's things for a narration, by name: whoever works, and whoever may speak instead.
 * @param speakers of the voices that the person can choose
 */
export function describeRecipients(engines: ConfigAnswer['engines'], [first, ...others]: Speakers): string {
  const recipients = listRecipients(engines, first);
  const replacements = others.filter(({ name, isOffline }) => !isOffline && name !== first.name);
  if (recipients.length + replacements.length === 0)
    return 'No AI provider is connected: nothing is passed on to anybody else.';
  return [describeWork(recipients), describeReplacements(first, replacements)].filter(Boolean).join(' ');
}

interface Recipient {
  readonly name: string;
  readonly gets: readonly string[];
}

/** Each provider once, with all that it gets for its steps. */
function listRecipients({ vision, script }: ConfigAnswer['engines'], speaker: Speaker): Recipient[] {
  // Whoever saw the pictures is told nothing new by what was seen in them.
  const description = vision.name === script.name ? [] : ['what was seen in the pictures'];
  // Whoever speaks it has it anyway.
  const rewritten = speaker.name === script.name ? [] : ['the script when you want it shorter or longer'];
  const steps = [
    { ...vision, gets: ['the pictures', 'your prompt'] },
    { ...script, gets: ['your prompt', ...description, ...rewritten] },
    { ...speaker, gets: ['the script'] },
  ].filter(({ isOffline }) => !isOffline);
  const names = [...new Set(steps.map(({ name }) => name))];
  return names.map(name => {
    const own = steps.filter(step => step.name === name);
    return { name, gets: [...new Set(own.flatMap(({ gets }) => gets))] };
  });
}

function describeWork([first, ...others]: readonly Recipient[]): string {
  if (!first) return '';
  const verb = first.gets.length === 1 ? 'is' : 'are';
  const passed = `${startSentence(joinNames(first.gets))} ${verb} passed on to ${first.name}`;
  if (others.length === 0) return `${passed}, the AI provider in use.`;
  const further = others.map(({ name, gets }) => `${joinNames(gets)} to ${name}`);
  return `${[passed, ...further].join('; ')}.`;
}

function describeReplacements({ name, isOffline }: Speaker, replacements: readonly Speaker[]): string {
  if (replacements.length === 0) return '';
  const others = startSentence(joinNames([...new Set(replacements.map(other => other.name))]));
  const occasion = isOffline ? '' : `in a language that ${name} does not list, or `;
  return `${others} may get the script, too: ${occasion}when you ask for it after a failure.`;
}
