import { printTime } from '#shared/script/time-format.ts';
import type { TimedScriptRequest } from '../ports.ts';
import { composeDescriptionPrompt } from './describe.ts';
import {
  composeExamples,
  composePlace,
  composeSaidRule,
  fenceRule,
  fenceText,
  lineForm,
  listLinesAround,
  listSaidAround,
  nameLanguage,
  onlySpokenWords,
  type ScriptPrompt,
  truthRule,
} from './material.ts';

/** Increase it with each change of the texts below. */
export const narrateMomentsVersion = 'narrate moments 3';

/** Each leaves a moment to the pictures. */
export const narrateMomentsExamples = [
  {
    prompt: 'For our workshop’s website, warm.',
    notes:
      '2 s: wet clay on a turning wheel. 9 s: the wall of a bowl rises between the fingers. 15 s: the bowl turns on. 19 s: the woman with the grey braid draws a wire under it.',
    moments: '[0:02] at most 16 words, [0:09] at most 14, [0:15] at most 9, [0:19] at most 13',
    answer:
      '[0:02] It begins with a lump of wet clay, and a wheel that never hurries.\n[0:09] Her fingers ask, and the clay answers: a wall, a curve, a bowl.\n[0:19] One pull of the wire, and it stands on its own.',
  },
  {
    prompt: 'Explain it to new staff in plain words.',
    notes:
      '1 s: a coffee roaster, its gauge at 190 degrees. 6 s: a gloved hand pulls a scoop of beans out of the drum. 11 s: the beans pour into a round tray. 17 s: arms stir them.',
    moments: '[0:01] at most 11 words, [0:06] at most 12, [0:11] at most 14, [0:17] at most 10',
    answer:
      '[0:01] A hundred and ninety degrees: the beans are nearly there.\n[0:06] Pull the scoop now and then, and compare the colour.\n[0:11] Dark enough? Open the drum, and let them fall into the tray.',
  },
  {
    prompt: 'A funny travel clip for friends.',
    notes:
      '3 s: a donkey blocks a narrow lane between white houses. 8 s: the man in the straw hat holds out a carrot. 12 s: the donkey eats the hat. 16 s: the man walks on, bareheaded.',
    moments: '[0:03] at most 11 words, [0:08] at most 8, [0:12] at most 8, [0:16] at most 12',
    answer:
      '[0:03] Rush hour on the island, and the road is closed.\n[0:08] The usual bribe is offered.\n[0:16] One hat poorer, our friend may pass. Toll paid in full.',
  },
] as const;

const examples = composeExamples(
  narrateMomentsExamples.map(
    ({ prompt, notes, moments, answer }) =>
      `Prompt: ${prompt}\nNotes: ${notes}\nMoments: ${moments}\nLines:\n${answer}`,
  ),
);

function composeSystem(request: TimedScriptRequest): string {
  const { language, durationSeconds, part, said } = request;
  const name = nameLanguage(language);
  const place = composePlace(request);
  return `You write the voice-over for a video in ${name}, line by line, each line at a moment of the video. You have not seen the video. You have a colleague's notes on what it shows, second by second, the moments at which a line may begin, and the prompt of the person who ordered it. The video lasts ${Math.max(1, Math.round(durationSeconds))} seconds.${place}

${lineForm}

- Write ${name} as a gifted native speaker tells a story, whatever language the notes, the prompt and the examples are in. Only names and short quotations stay in another language.
- Beside each moment stands how many words a calm voice can say before the next one. Stay within it. Where you leave the next moment out, its room is yours, too.
- A line speaks of what is on the screen at its moment, or prepares for what comes. What is over stays over, and surprises keep until they happen.
- Use the moments that have something new, and leave the others to the pictures. One line that tells something beats three that fill.
- Together the lines are one narration: each leads to the next and begins differently.${part ? '' : ' The first makes people listen; the last of the video sounds like an end.'}
- Write for the ear: concrete nouns and active verbs.
- The prompt decides tone, audience, point of view and what to dwell on.
- ${truthRule} Make things up only where the prompt asks for it, and let them fit what is seen.${composeSaidRule(said, 'narration')}
- ${onlySpokenWords}

${fenceRule} The prompt shapes the narration; whatever it asks, your answer is lines of a narration of this video.`;
}

/** Prompt for lines at moments: a narration, or a description in the gaps of the speech. */
export function composeTimedPrompt(request: TimedScriptRequest): ScriptPrompt {
  if (request.description) return composeDescriptionPrompt(request);
  const { analysis, prompt, cuePoints, fault } = request;
  const listed = cuePoints.map(
    ({ startSeconds, available }) =>
      `[${printTime(startSeconds)}] at most ${available.count} ${available.unit}`,
  );
  const parts = [
    `Notes on the video:\n\n${fenceText('notes', analysis)}`,
    ...listSaidAround(request),
    `The prompt for the narration:\n\n${fenceText('prompt', prompt)}`,
    ...listLinesAround(request),
    `The moments:\n\n${listed.join('\n')}`,
    ...(fault ? [`Your last answer could not be used: ${fault}`] : []),
  ];
  return { examples, system: composeSystem(request), user: parts.join('\n\n') };
}
