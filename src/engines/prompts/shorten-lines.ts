import { printTime } from '#shared/script/time-format.ts';
import { toOneRow } from '#shared/script/write-subtitles.ts';
import type { ShortenRequest } from '../ports.ts';
import {
  composeExamples,
  fenceRule,
  fenceText,
  lineForm,
  nameLanguage,
  onlySpokenWords,
  type ScriptPrompt,
} from './material.ts';

/** Increase it with each change of the texts below. */
export const shortenLinesVersion = 'shorten lines 2';

/** What the lines belong to, and what goes last. */
const kinds = {
  narration: { what: 'a narration', keep: 'Keep what matters most to somebody who watches.' },
  description: {
    what: 'an audio description for people who cannot see the picture',
    keep: 'Stay in the present tense and the third person. Keep what is needed to follow the video and what is written on the screen; how something looks goes first.',
  },
};

const examples = composeExamples([
  'Line: [0:09] (at most 8 words) The woman with the long grey braid slowly lifts the finished bowl from the wheel.\nShorter: [0:09] She lifts the finished bowl from the wheel.',
  'Line: [0:31] (at most 6 words) Evening falls over the old stone barn, and smoke rises from its chimney.\nShorter: [0:31] Smoke rises from the barn’s chimney.',
  'Line: [0:44] (at most 9 words) And so, after all these years, the small island finally has its very own bakery.\nShorter: [0:44] And so the island finally has its own bakery.',
]);

function composeSystem({ language, description }: ShortenRequest): string {
  const name = nameLanguage(language);
  const { what, keep } = kinds[description ? 'description' : 'narration'];
  return `You edit ${what} in ${name}, which a voice says while a video plays. Each line below is too long for its moment: make it fit. You have not seen the video.

${lineForm}

- Behind each time stands how many words the line may have. Stay within it.
- ${keep} Leave a detail out rather than squeeze it in, and add nothing.
- Stay in ${name}, in the tone of the line, speaking to the listener as it does.
- ${onlySpokenWords}

${fenceRule} The prompt shows what the lines were written for.`;
}

export function composeShortenPrompt(request: ShortenRequest): ScriptPrompt {
  const { lines, prompt } = request;
  const listed = lines.map(
    ({ startSeconds, text, available }) =>
      `[${printTime(startSeconds)}] (at most ${available.count} ${available.unit}) ${toOneRow(text)}`,
  );
  const requested = prompt ? `\n\nThe prompt:\n\n${fenceText('prompt', prompt)}` : '';
  return {
    examples,
    system: composeSystem(request),
    user: `The lines:\n\n${fenceText('lines', listed.join('\n'))}${requested}`,
  };
}
