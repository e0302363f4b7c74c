import { z } from 'zod';
import { soundChoices } from '#media/mix/mix-settings.ts';
import { requireNarration } from '#server/mcp/narration-tools.ts';
import { addTool, hints, type ToolCall, type ToolHost } from '#server/mcp/tool.ts';
import { voiceIdField } from '#shared/api/fields.ts';
import { getLanguage } from '#shared/languages.ts';
import { readProject } from '../narrate/open-document.ts';
import type { NarrateOptions } from '../narrate/options.ts';
import { requireFile } from '../narrate/read-written.ts';
import { changeEnding } from '../narrate/video-options.ts';
import { linkFile, planNarration, videoInput } from './local-answers.ts';
import type { LocalWork } from './local-work.ts';

const asked = {
  video: videoInput,
  narration_id: z.string().optional().describe('The newest narration of the project if left out'),
  voice: voiceIdField
    .optional()
    .describe(
      'Of lines without a voice of their own; that of the narration if left out; list_voices lists them',
    ),
  out: z
    .string()
    .optional()
    .describe('Path of the new file, in an allowed folder; beside the video if left out'),
  overwrite: z.boolean().default(false).describe('Replaces the file if this server process made it'),
};

const madeFields = z.object({ files: z.array(z.string()), narration_id: z.string() });

/** `speak_narration` and `make_video`. */
export function addSpeakingTools(host: ToolHost, work: LocalWork): void {
  addTool(host, {
    name: 'speak_narration',
    title: 'Speak a narration',
    description:
      'Speaks a narration of a project as an mp3. Lines that are too long for their time are shortened in the project.',
    input: z.object({
      ...asked,
      subtitles: z.boolean().default(false).describe('Also writes an SRT file beside the mp3'),
    }),
    output: madeFields,
    hints: hints.replaces,
    run: (wished, call) =>
      make(work, wished, call, async (stem, videoPath, values) => {
        const out = await work.requirePlace(wished.out ?? `${stem}.mp3`, wished.overwrite, ['.mp3']);
        const srt = wished.subtitles
          ? await work.requirePlace(changeEnding(out, 'srt'), wished.overwrite, ['.srt'])
          : undefined;
        return planNarration(videoPath, { ...values, out, srt });
      }),
  });

  addTool(host, {
    name: 'make_video',
    title: 'Make the narrated video',
    description:
      'Makes the video with a spoken narration of its project. The pictures are copied as they are; the original stays.',
    input: z.object({
      ...asked,
      track: z
        .enum(soundChoices)
        .optional()
        .describe('mixed: the voice over the original sound; second: as a second track; voice: alone'),
      subtitles: z.boolean().default(false).describe('Adds a track of subtitles'),
    }),
    output: madeFields,
    hints: hints.replaces,
    run: (wished, call) =>
      make(work, wished, call, async (stem, videoPath, values) => {
        const { out, track, subtitles, overwrite } = wished;
        // Its container decides the ending, which is known later.
        const endings = ['.mp4', '.webm', '.mkv'];
        const places = out === undefined ? endings.map(ending => `${stem}${ending}`) : [out];
        const [path] = await Promise.all(places.map(place => work.requirePlace(place, overwrite, endings)));
        const options = planNarration(videoPath, { ...values, video: path, track, subtitles });
        const { deliveries } = options;
        const video = deliveries.video && { ...deliveries.video, picksEnding: out === undefined };
        return { ...options, deliveries: { ...deliveries, video, vttPath: undefined } };
      }),
  });
}

type Values = Readonly<Record<string, string | undefined>>;

interface Wished {
  readonly video: string;
  readonly narration_id?: string | undefined;
  readonly voice?: string | undefined;
}

/** @param plan gets the path of the files without ending, named by language */
async function make(
  work: LocalWork,
  { video, narration_id: id, voice }: Wished,
  call: ToolCall,
  plan: (stem: string, videoPath: string, values: Values) => Promise<NarrateOptions>,
) {
  const { videoPath, projectPath } = await work.requireVideo(video);
  await requireFile(projectPath);
  return await work.run(projectPath, call, async parts => {
    const narration = requireNarration(await readProject(projectPath), id);
    const suffix = narration.language ? getLanguage(narration.language).code : 'narrated';
    const stem = changeEnding(videoPath, suffix);
    const values = { project: projectPath, narration: narration.id, voice };
    const { narrate } = await import('../narrate/narrate-file.ts');
    const written = await narrate(await plan(stem, videoPath, values), parts);
    const files = written.filter(path => path !== projectPath);
    work.noteMade(files);
    return {
      text: `Made ${files.join(' and ')}.`,
      links: files.map(linkFile),
      fields: { files, narration_id: narration.id },
    };
  });
}
