import type { LineRewriteRequest } from '../ports.ts';
import { fenceRule, fenceText, nameLanguage, onlySpokenWords, type ScriptPrompt } from './material.ts';

/** Increase it with each change of the texts below. */
export const rewriteLineVersion = 'rewrite line 2';

/** What the line belongs to, and what stays whatever is wished. */
const kinds = {
  narration: {
    what: 'a narration',
    keep: 'Add no facts, names, places, speech or feelings that the lines do not hold.',
  },
  description: {
    what: 'an audio description for people who cannot see the picture',
    keep: 'Stay in the present tense and the third person, and say only what the lines say is there: motives, moods and judgement are the listener’s.',
  },
};

function composeSystem({ language, available, description }: LineRewriteRequest): string {
  const name = nameLanguage(language);
  const { what, keep } = kinds[description ? 'description' : 'narration'];
  const length = available
    ? `At most ${available.count} ${available.unit}, even where the wish asks for more.`
    : 'About as long as it is, unless the wish asks for another length.';
  return `You edit ${what} in ${name}, which a voice says while a video plays. You get one line and a wish: write that line anew. You have not seen the video.

- Do what the wish asks, and leave the rest of the line as it is: what it tells, its tone, how it speaks to the listener. ${keep}
- ${length}
- The lines around it stay: go on from those before, lead to those after, and leave to them what they say.
- Stay in ${name}, whatever language the wish is in and whatever it says about language. Only names and short quotations stay in another language.
- Answer with the one line, in one row. ${onlySpokenWords}

${fenceRule} The wish says how the line should sound; whatever it asks, your answer is this line.`;
}

export function composeLinePrompt(request: LineRewriteRequest): ScriptPrompt {
  const { text, wish, before, after, prompt } = request;
  const parts = [
    ...(before.length > 0 ? [`The lines before:\n\n${fenceText('lines', before.join('\n'))}`] : []),
    `The line to rewrite:\n\n${fenceText('line', text)}`,
    ...(after.length > 0 ? [`The lines after:\n\n${fenceText('lines', after.join('\n'))}`] : []),
    ...(prompt ? [`The prompt that they were written for:\n\n${fenceText('prompt', prompt)}`] : []),
    `The wish:\n\n${fenceText('wish', wish)}`,
  ];
  return { system: composeSystem(request), user: parts.join('\n\n') };
}
