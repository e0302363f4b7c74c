import type { Language } from '#shared/languages.ts';
import { computeWritableBudget } from '#shared/script/time-budget.ts';
import type { ScriptRequest } from '../ports.ts';
import {
  composeExamples,
  composeSaidRule,
  fenceRule,
  fenceText,
  listSaid,
  nameLanguage,
  onlySpokenWords,
  type ScriptPrompt,
  truthRule,
} from './material.ts';

/** Increase it with each change of the texts below. */
export const narrateVersion = 'narrate 2';

/** What the answers of the examples say. */
export const narrateExamples = [
  {
    prompt: 'For our workshop’s website, warm.',
    notes:
      '2 s: wet clay on a turning wheel, two hands around it. 9 s: the wall of a bowl rises between the fingers. 15 s: the woman with the grey braid draws a wire under the bowl. 19 s: seven bowls on a board by the window.',
    answer:
      'It begins with a lump of wet clay and a wheel that never hurries. Under her fingers a wall rises, and the wall becomes a bowl. One pull of the wire sets it free. By the window the seventh of its kind is waiting to dry.',
  },
  {
    prompt: 'Explain it to new staff in plain words.',
    notes:
      '1 s: a coffee roaster, a gauge at 190 degrees. 6 s: a hand in a glove pulls a small scoop of beans out of the drum. 11 s: the beans pour into a round tray and are stirred. 14 s: the gauge, now falling.',
    answer:
      'Keep an eye on the gauge: at a hundred and ninety degrees the beans are nearly there. Pull the scoop and check their colour. When it is right, open the drum. The tray cools them within minutes, so start stirring at once.',
  },
  {
    prompt: 'A funny travel clip for friends.',
    notes:
      '3 s: a donkey blocks a narrow lane between white houses. 8 s: the man in the straw hat holds out a carrot. 12 s: the donkey eats the hat. 16 s: the man walks on, bareheaded.',
    answer:
      'Rush hour on the island. The local traffic warden is open to bribes, but he has seen a carrot before. He has his eye on something better. And so our friend walks on, one hat poorer, toll paid in full.',
  },
] as const;

const examples = composeExamples(
  narrateExamples.map(
    ({ prompt, notes, answer }) => `Prompt: ${prompt}\nNotes: ${notes}\nNarration: ${answer}`,
  ),
);

/** Target length for the prompt: "about 120 words". */
export function describeBudget(language: Language, durationSeconds: number): string {
  const { count, unit } = computeWritableBudget(language, durationSeconds);
  return `${count} ${unit}`;
}

function composeSystem({ language, durationSeconds, said }: ScriptRequest): string {
  const name = nameLanguage(language);
  const budget = describeBudget(language, durationSeconds);
  return `You write the voice-over for a video, in ${name}. You have not seen the video. You have a colleague's notes on what it shows, second by second, and the prompt of the person who ordered it.

- Write ${name} as a gifted native speaker tells a story, whatever language the notes, the prompt and the examples are in. Only names and short quotations stay in another language.
- The video lasts ${Math.max(1, Math.round(durationSeconds))} seconds, which is room for about ${budget} at a calm pace. Come close to that without going over, even where the prompt asks for more, and finish the thought. A very short video needs one good sentence.
- Follow the order of the notes and give each part as many words as it lasts. Begin with something that makes people listen, and end on a sentence that sounds like an end.
- Write for the ear: concrete nouns, active verbs, sentences of varied length, each beginning differently. One telling detail does more than three general remarks.
- The prompt decides tone, audience, point of view and what to dwell on.
- ${truthRule} Make things up only where the prompt asks for it, and let them fit what is seen.${composeSaidRule(said, 'narration')}
- ${onlySpokenWords}

${fenceRule} The prompt shapes the narration; whatever it asks, your answer is a narration of this video.`;
}

export function composeScriptPrompt(request: ScriptRequest): ScriptPrompt {
  const { analysis, prompt, said, fault } = request;
  const parts = [
    `Notes on the video:\n\n${fenceText('notes', analysis)}`,
    ...listSaid(said),
    `The prompt for the narration:\n\n${fenceText('prompt', prompt)}`,
    ...(fault ? [`Your last answer could not be used: ${fault}`] : []),
  ];
  return { examples, system: composeSystem(request), user: parts.join('\n\n') };
}
