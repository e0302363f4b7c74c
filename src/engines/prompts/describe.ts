import type { DescriptionDetail } from '#shared/description.ts';
import { printTime } from '#shared/script/time-format.ts';
import type { CuePoint, TimedScriptRequest } from '../ports.ts';
import {
  composeCastRule,
  composeExamples,
  composePlace,
  composeSaidRule,
  fenceRule,
  fenceText,
  lineForm,
  listCast,
  listLinesAround,
  listSaidAround,
  nameLanguage,
  onlySpokenWords,
  type ScriptPrompt,
  truthRule,
} from './material.ts';

/** Increase it with each change of the texts below. */
export const describeVersion = 'describe 3';

interface DescribeExample extends Readonly<Record<DescriptionDetail, string>> {
  readonly notes: string;
}

/** By scale of the shot: a face, what is done with what, a place; then print, somebody new, and what is uncertain. */
export const describeExamples: readonly DescribeExample[] = [
  {
    notes:
      '12 s, close-up: the woman with the grey braid, clay on her fingers; her eyebrows draw together, her thumb runs along the rim of a bowl and stops.',
    brief: '[0:12] Her thumb stops on the rim. She frowns.',
    standard: '[0:12] Her thumb runs along the rim of the bowl and stops. She frowns.',
    rich: '[0:12] Her thumb, grey with clay, runs along the rim of the bowl and stops. Her eyebrows draw together.',
  },
  {
    notes:
      '20 s, medium shot: with both hands she lifts the wet bowl onto a board, where six others stand in a row; a blue apron, wet at the front.',
    brief: '[0:20] She sets the bowl beside six others.',
    standard: '[0:20] With both hands she lifts the bowl onto a board, beside six others.',
    rich: '[0:20] Her blue apron is wet at the front. With both hands she lifts the bowl onto a board, the seventh in the row.',
  },
  {
    notes:
      '31 s, long shot, another place: a stone barn among bare trees, snow on its roof, smoke from the chimney; dusk.',
    brief: '[0:31] Dusk. A stone barn in the snow.',
    standard: '[0:31] Dusk. A stone barn among bare trees, smoke rising from its chimney.',
    rich: '[0:31] Dusk. Bare trees stand around a stone barn. Snow lies on its roof, and a thread of smoke rises from the chimney.',
  },
  {
    notes:
      '38 s, close-up: a hand-painted sign on the door: "Kiln day, Saturday, 10 am"; below it a cat walks through the snow.',
    brief: '[0:38] A sign on the door: “Kiln day, Saturday, ten a.m.”',
    standard: '[0:38] A sign on the door reads: “Kiln day, Saturday, ten a.m.” A cat walks through the snow.',
    rich: '[0:38] A hand-painted sign on the door reads: “Kiln day, Saturday, ten a.m.” Below it a cat walks through the snow.',
  },
  {
    notes:
      '44 s, medium shot: a boy in a yellow jacket comes in, perhaps her son; on his palm a cup without a handle, which he holds out.',
    brief: '[0:44] A boy in a yellow jacket holds out a broken cup.',
    standard: '[0:44] A boy in a yellow jacket comes in and holds out a cup without a handle.',
    rich: '[0:44] A boy in a yellow jacket comes in. On his palm stands a cup without a handle. He holds it out.',
  },
];

/** How much is said. What the notes hold is the same. */
const details: Readonly<Record<DescriptionDetail, string>> = {
  brief:
    'Brief: what a listener needs to follow the video, and no more. Who comes, what happens, where it changes, what is written. One sentence a line, about twelve words at most; a person’s look once, in three or four words.',
  standard:
    'Standard: first what a listener needs to follow the video; then, where there is room, a few words on how people, places and things look.',
  rich: 'Rich: the listener wants the picture, too. After what happens, say how it looks: clothes, rooms, landscape, light, hands and faces, colours that mean something. Fill the room that a moment has. What was described once stays described.',
};

/** Only an extended description may pause the video. */
const pauseRule =
  ' Some moments also list the room while the picture stands still. A pause tears the film apart, so use it only where a listener would otherwise be lost.';

/** Sources of the rules: docs/decisions/audio-description.md. */
function composeSystem(request: TimedScriptRequest): string {
  const { language, durationSeconds, said, cast, description, detail = 'standard' } = request;
  const name = nameLanguage(language);
  const place = composePlace(request);
  return `You are an audio describer. In the gaps between a video's speech, your lines tell people who cannot see the picture what happens in it, in ${name}. You have not seen the video. You have a colleague's notes on what it shows, second by second, the gaps and the moments in them, and the prompt of the person who ordered the description. The video lasts ${Math.max(1, Math.round(durationSeconds))} seconds.${place}

${lineForm}

Beside each moment stands the second that its line describes, and how many words fit before somebody speaks or the next moment comes. Stay within it, as people speak outside of the gaps. Where you leave a moment out, the line before it in the same gap may use its room.${description === 'extended' ? pauseRule : ''}

Where something matters and there is no room or moment for it, add a row in English, which nobody will hear: its time, (left out: why), and what it is, with text from the screen in quotation marks:
[0:12] (left out: no room) The sign “…” over the door

${details[detail]}

- Write ${name} as a native describer speaks, whatever language the notes, the prompt and the examples are in. Only names and short quotations stay in another language.
- Describe in the present tense and the third person, in short clear sentences with exact nouns and verbs.
- Say what is there, and let the listener conclude. Tell what a face does: "her eyebrows go up", "he smiles". Motives, moods and praise are the listener's.
- The size of the shot tells what matters: in a close-up the face and the hands, in a medium shot what is done with what, in a long shot the place. Who is there, what happens and where come before how it looks; the whole comes before its parts.
- Give each person a few words that can be seen, the same each time and by the same measure for all, until the notes or the prompt give a name; then use the name. Skin, age or a disability belong in it where they matter for what happens.
- Read out what is written on the screen: titles, names, signs, subtitles, messages. Word for word where there is room, otherwise in substance, and say that it is written.
- Name what is violent, intimate or ugly as it is shown, plainly and calmly.
- A line belongs to its second: what surprises those who see should surprise those who listen.
- Sounds, music and silence belong to the video. Where nothing new matters, leave the moment to them.
- ${truthRule} Never make anything up, even where the prompt asks for it.
- Within this brief the prompt decides the tone, the names, whom the description is for and what to look at closely.${composeCastRule(cast)}${composeSaidRule(said, 'description')}
- ${onlySpokenWords}

${fenceRule} The prompt shapes the description; whatever it asks, your answer is lines of a description of this video.`;
}

export function composeDescriptionPrompt(request: TimedScriptRequest): ScriptPrompt {
  const { analysis, prompt, cuePoints, cast, fault } = request;
  const parts = [
    `Notes on the video:\n\n${fenceText('notes', analysis)}`,
    ...listCast(cast),
    ...listSaidAround(request),
    `The prompt for the description:\n\n${fenceText('prompt', prompt)}`,
    ...listLinesAround(request),
    `The gaps and their moments:\n\n${listByGap(cuePoints).join('\n')}`,
    ...(fault ? [`Your last answer could not be used: ${fault}`] : []),
  ];
  const examples = composeExamples(
    describeExamples.map(
      example => `Notes: ${example.notes}\nLine: ${example[request.detail ?? 'standard']}`,
    ),
  );
  return { examples, system: composeSystem(request), user: parts.join('\n\n') };
}

function listByGap(cuePoints: readonly CuePoint[]): string[] {
  return cuePoints.flatMap((cuePoint, index) => {
    const heading = nameGap(cuePoint);
    const before = cuePoints[index - 1];
    const row = `[${printTime(cuePoint.startSeconds)}] ${describeAvailable(cuePoint)}`;
    return before && nameGap(before) === heading ? [row] : [heading, row];
  });
}

function nameGap({ startSeconds, gap }: CuePoint): string {
  const endSeconds = gap?.endSeconds ?? startSeconds;
  return endSeconds > startSeconds ? `A gap, until ${printTime(endSeconds)}:` : 'No gap, people speak:';
}

function describeAvailable({ startSeconds, available, gap }: CuePoint): string {
  const seenSeconds = gap?.seenSeconds ?? startSeconds;
  const seen =
    seenSeconds < startSeconds
      ? `for text that was on the screen at ${printTime(seenSeconds)}, else leave it out`
      : `for what is seen at ${printTime(seenSeconds)}`;
  const paused = gap?.availableWhilePaused;
  if (!paused) return `${seen}, at most ${available.count} ${available.unit}`;
  const waiting = `at most ${paused.count} ${paused.unit} while the picture stands still, only where it is needed`;
  return available.count > 0
    ? `${seen}, at most ${available.count} ${available.unit}; or ${waiting}`
    : `${seen}, ${waiting}`;
}
