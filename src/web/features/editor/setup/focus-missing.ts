import type { Missing } from './describe-state.ts';

/** The controls, or elements around them, say in `data-asks-for` what they are for. */
const controls: Readonly<Record<keyof Missing, string>> = {
  video: 'input[data-asks-for="video"]',
  prompt: 'textarea[data-asks-for="prompt"]',
  voice: '[data-asks-for="voice"] :is(select, button, input)',
};

const order = ['video', 'prompt', 'voice'] as const satisfies readonly (keyof Missing)[];

/** Moves the focus to the first thing that is missing for a script. */
export function focusMissing(studio: HTMLElement | null, missing: Missing): void {
  const first = order.find(each => missing[each]);
  if (first) studio?.querySelector<HTMLElement>(controls[first])?.focus();
}
