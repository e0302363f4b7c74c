import type { Missing } from './describe-state.ts';

/** The controls, or what stands around them, bear the name of what they ask for in `data-asks-for`. */
const controls: Readonly<Record<keyof Missing, string>> = {
  video: 'input[data-asks-for="video"]',
  prompt: 'textarea[data-asks-for="prompt"]',
  voice: '[data-asks-for="voice"] :is(select, button, input)',
};

const order = ['video', 'prompt', 'voice'] as const satisfies readonly (keyof Missing)[];

/** Leads the keyboard to the first thing that is missing before a script can be written. */
export function focusMissing(studio: HTMLElement | null, missing: Missing): void {
  const first = order.find(each => missing[each]);
  if (first) studio?.querySelector<HTMLElement>(controls[first])?.focus();
}
