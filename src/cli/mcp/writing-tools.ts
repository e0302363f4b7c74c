import { z } from 'zod';
import { addTool, hints, type ToolCall, type ToolHost } from '#server/mcp/tool.ts';
import { languageField, promptField, voiceIdField } from '#shared/api/fields.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { descriptionDetails, descriptionKinds } from '#shared/description.ts';
import { readObservations } from '#shared/narration/observations.ts';
import { findNarration, readProject } from '../narrate/open-document.ts';
import { answerWritten, linkFile, planNarration, videoInput, writtenFields } from './local-answers.ts';
import type { LocalWork } from './local-work.ts';

/** The notes of 60 pictures can be five times as long. */
const maxNoteCharacters = 12_000;

const usualFocus = 'Describe what can be seen.';

/** `look_at_video`, `write_narration` and `describe_video`. */
export function addWritingTools(host: ToolHost, work: LocalWork): void {
  addTool(host, {
    name: 'look_at_video',
    title: 'Look at a video',
    description:
      'Looks at pictures of a video and notes what they show. The notes are kept in the project file NAME.benshi.json beside the video; narrations are written from them without looking again. Can take several minutes.',
    input: z.object({
      video: videoInput,
      focus: promptField.default(usualFocus).describe('What to look at closely'),
    }),
    output: z.object({
      project: z.string(),
      duration_seconds: z.number(),
      pictures: z.int(),
      notes: z.string(),
    }),
    hints: hints.adds,
    async run({ video, focus }, call) {
      const paths = await work.requireVideo(video);
      const project = await work.run(paths.projectPath, call, async parts => {
        const { lookAt } = await import('./look-at.ts');
        return await lookAt(paths, focus, parts);
      });
      const { analysis, moments } = readObservations(project.observations);
      const notes =
        analysis.length > maxNoteCharacters ? `${analysis.slice(0, maxNoteCharacters)} …` : analysis;
      const seconds = (project.video?.durationMs ?? 0) / 1000;
      return {
        text: `${moments.length} pictures of ${Math.round(seconds)} s:\n${notes}`,
        links: [linkFile(paths.projectPath)],
        fields: { project: paths.projectPath, duration_seconds: seconds, pictures: moments.length, notes },
      };
    },
  });

  const asked = {
    video: videoInput,
    prompt: promptField.describe('What the narration should say, and how'),
    language: languageField.default(defaultLanguageName),
    voice: voiceIdField.optional().describe('Who speaks it later; list_voices lists them'),
    name: z.string().max(100).optional().describe('The name of the narration in the project'),
  };

  addTool(host, {
    name: 'write_narration',
    title: 'Write a narration',
    description:
      'Writes a narration for a video and adds it to its project file. Looks at the video first, unless look_at_video did. Speak it with speak_narration or make_video.',
    input: z.object({
      ...asked,
      timed: z.boolean().default(true).describe('Whether its lines have times of the video'),
    }),
    output: writtenFields,
    hints: hints.adds,
    run: ({ timed, ...wished }, call) => write(work, { ...wished, timed }, call),
  });

  addTool(host, {
    name: 'describe_video',
    title: 'Write an audio description',
    description:
      'Writes an audio description for people who do not see the picture, in the gaps of the speech, and adds it to the project file.',
    input: z.object({
      ...asked,
      kind: z
        .enum(descriptionKinds)
        .default('standard')
        .describe(
          'standard: only in gaps of the speech; extended: the video is paused where a gap is too short',
        ),
      detail: z.enum(descriptionDetails).optional(),
    }),
    output: writtenFields,
    hints: hints.adds,
    run: ({ kind, ...wished }, call) => write(work, { ...wished, describe: kind }, call),
  });
}

interface Wished {
  readonly video: string;
  readonly prompt: string;
  readonly language: string;
  readonly voice?: string | undefined;
  readonly name?: string | undefined;
  readonly timed?: boolean;
  readonly describe?: string;
  readonly detail?: string | undefined;
}

async function write(work: LocalWork, { video, name, ...wished }: Wished, call: ToolCall) {
  const { videoPath, projectPath } = await work.requireVideo(video);
  const options = planNarration(videoPath, { ...wished, narration: name, project: projectPath });
  return await work.run(projectPath, call, async parts => {
    const { narrate } = await import('../narrate/narrate-file.ts');
    await narrate(options, parts);
    return answerWritten(projectPath, findNarration(await readProject(projectPath), undefined), 'Wrote');
  });
}
