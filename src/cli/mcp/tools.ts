import { existsSync } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { soundChoices } from '#media/mix/mix-settings.ts';
import {
  describeNarration,
  narrationFields,
  pageField,
  pageFields,
  readPage,
  requireNarration,
  sayWritten,
  translateProject,
} from '#server/mcp/narration-tools.ts';
import {
  addTool,
  hints,
  type ResourceLink,
  type ToolAnswer,
  type ToolCall,
  type ToolHost,
} from '#server/mcp/tool.ts';
import { languageField, promptField, voiceIdField } from '#shared/api/fields.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { defaultLanguageName } from '#shared/defaults.ts';
import { descriptionDetails, descriptionKinds } from '#shared/description.ts';
import { getLanguage } from '#shared/languages.ts';
import { type Narration, type Project, readObservations } from '#shared/narration/project.ts';
import { findNarration, openProjectDocument, readProject } from '../narrate/open-document.ts';
import type { NarrateOptions } from '../narrate/options.ts';
import { changeEnding, requireFile } from '../narrate/places.ts';
import { type AllowedFolders, type LocalWork, planNarration, projectEnding } from './local-work.ts';

const videoInput = z.string().min(1).describe('Path of the video, in an allowed folder');
const projectInput = z
  .string()
  .min(1)
  .describe('Path of the project file, NAME.benshi.json, beside the video');

const ownProjectInput = projectInput
  .optional()
  .describe('Path of the project file; NAME.benshi.json beside the video if left out');

type AskedVideo = { readonly video: string; readonly project?: string | undefined };

const mimeTypes: Readonly<Record<string, string>> = {
  '.json': 'application/json',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.mkv': 'video/matroska',
  '.srt': 'application/x-subrip',
};

function linkFile(path: string): ResourceLink {
  const mimeType = mimeTypes[extname(path).toLowerCase()] ?? 'application/octet-stream';
  return { uri: pathToFileURL(path).href, name: basename(path), mimeType };
}

const writtenFields = z.object({ project: z.string(), narration: narrationFields });

function answerWritten(
  projectPath: string,
  narration: Narration,
  verb: string,
): ToolAnswer<z.infer<typeof writtenFields>> {
  return {
    text: sayWritten(verb, narration),
    links: [linkFile(projectPath)],
    fields: { project: projectPath, narration: describeNarration(narration) },
  };
}

/** More than a client reads. */
const maxProjects = 100;
/** A home folder may hold millions of files. */
const maxEntries = 50_000;

interface FoundProject {
  readonly path: string;
  readonly project: Project;
}

/** Opens the project files in the folders, also within others, but not in hidden ones. Damaged ones are left out. */
async function listProjects(folders: AllowedFolders, signal: AbortSignal): Promise<FoundProject[]> {
  const found: FoundProject[] = [];
  for await (const path of walk(folders.paths)) {
    requireNotCancelled(signal);
    if (!path.endsWith(projectEnding)) continue;
    const project = await readProject(path).catch(() => undefined);
    if (project) found.push({ path, project });
    if (found.length === maxProjects) break;
  }
  return found;
}

/** Links are not followed: they may lead out. */
async function* walk(folders: readonly string[]): AsyncGenerator<string, void> {
  const waiting = [...folders];
  let entries = 0;
  for (let folder = waiting.shift(); folder !== undefined; folder = waiting.shift()) {
    const opened = await opendir(folder).catch(() => undefined);
    for await (const entry of opened ?? []) {
      entries += 1;
      if (entries > maxEntries) return;
      const path = join(folder, entry.name);
      if (entry.isFile()) yield path;
      else if (entry.isDirectory() && !/^(?:\..*|node_modules)$/u.test(entry.name)) waiting.push(path);
    }
  }
}

/** `list_projects`, `read_narration`, `translate_narration` and `replace_video`. */
export function addProjectTools(host: ToolHost, work: LocalWork): void {
  addTool(host, {
    name: 'list_projects',
    title: 'List projects',
    description:
      'Lists the project files in the allowed folders, at most 100, with their videos and narrations.',
    input: z.object({}),
    output: z.object({ folders: z.array(z.string()), projects: z.array(projectFields) }),
    hints: hints.reads,
    async run(_asked, { signal }) {
      const projects = (await listProjects(work.folders, signal)).map(describeProject);
      const rows = projects.map(({ path, narrations }) => {
        const languages = narrations.map(({ id, language }) => `${id} ${language ?? ''}`.trim());
        return `${path}: ${languages.join(', ') || 'no narration yet'}`;
      });
      const folders = work.folders.paths;
      const text =
        rows.join('\n') || `There is no project in ${folders.join(', ')} yet. look_at_video makes one.`;
      return { text, fields: { folders: [...folders], projects } };
    },
  });

  addTool(host, {
    name: 'read_narration',
    title: 'Read a narration',
    description: 'Shows the lines of a narration of a project file, 50 a page.',
    input: z.object({
      project: projectInput,
      narration_id: z.string().optional().describe('The newest if left out'),
      page: pageField,
    }),
    output: pageFields,
    hints: hints.reads,
    async run({ project, narration_id: id, page }) {
      return readPage(await readProject(await work.requireProject(project)), id, page);
    },
  });

  addTool(host, {
    name: 'translate_narration',
    title: 'Translate a narration',
    description:
      'Translates a narration line by line and adds the translation to its project file, or updates one that it has: only lines that are new or changed are translated.',
    input: z.object({
      project: projectInput,
      narration_id: z.string().optional().describe('The original; the newest narration if left out'),
      language: languageField.describe('Into this language'),
    }),
    output: writtenFields,
    hints: hints.updates,
    async run({ project: named, narration_id: id, language }, call) {
      const path = await work.requireProject(named);
      return await work.run({ projectPath: path }, call, async ({ engines, signal }) => {
        const document = await openProjectDocument(path, signal);
        const translation = await translateProject(
          document.project,
          { narrationId: id, language },
          {
            writer: await engines.script.choose(signal),
            signal,
            report: call.report,
            async change(commands) {
              await document.change(...commands);
              return document.project;
            },
          },
        );
        return answerWritten(path, translation, 'Translated into');
      });
    },
  });

  addReplacing(host, work);
}

/** `replace_video`. */
function addReplacing(host: ToolHost, work: LocalWork): void {
  addTool(host, {
    name: 'replace_video',
    title: 'Replace the video',
    description:
      'Moves the narrations of a project to a new cut of its video, in all languages, and lists what moved, is gone, should be checked, and is new. Writes only the project file. Can take minutes for long videos. Then name the project when you speak.',
    input: z.object({
      project: projectInput,
      video: videoInput.describe('Path of the new video, in an allowed folder'),
      anyway: z
        .boolean()
        .default(false)
        .describe('Takes a video that looks different or cannot be compared: all lines keep their times'),
      write_new: z.boolean().default(false).describe('Writes lines for the parts that are new'),
    }),
    output: z.object({
      project: z.string(),
      alike: z.number().optional().describe('How much of the old video is in the new one, 0 to 1'),
      moved: z.int(),
      gone: z.int(),
      to_check: z.int(),
      new_seconds: z.number(),
      rows: z.array(z.string()),
    }),
    hints: hints.updates,
    async run({ project, video, anyway, write_new: writesNew }, call) {
      const paths = await work.requireVideo(video, project);
      const { listCutRows, printCutPlan, replaceVideo } = await import('../narrate/replace-video.ts');
      const { plan, alike } = await work.run(paths, call, parts =>
        replaceVideo({ ...paths, isAnyway: anyway, writesNew, narrationName: undefined }, parts),
      );
      const { moved, gone, toCheck, newMs } = plan.counts;
      const counts = { moved, gone, to_check: toCheck, new_seconds: newMs / 1000 };
      const fields = { project: paths.projectPath, alike, ...counts, rows: listCutRows(plan) };
      return { text: printCutPlan(plan), links: [linkFile(paths.projectPath)], fields };
    },
  });
}

const projectFields = z.object({
  path: z.string(),
  title: z.string(),
  video: z.string().optional(),
  narrations: z.array(narrationFields),
});

function describeProject({ path, project }: FoundProject): z.infer<typeof projectFields> {
  const { title, video, narrations } = project;
  const videoPath = video && join(dirname(path), video.name);
  return {
    path,
    title,
    ...(videoPath && existsSync(videoPath) && { video: videoPath }),
    narrations: narrations.map(describeNarration),
  };
}

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
      const project = await work.run(paths, call, async parts => {
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
    project: ownProjectInput,
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

async function write(
  work: LocalWork,
  { video, project, name, ...wished }: Parameters<typeof planNarration>[1] & AskedVideo,
  call: ToolCall,
) {
  const paths = await work.requireVideo(video, project);
  const { videoPath, projectPath } = paths;
  const options = planNarration(videoPath, { ...wished, narration: name, project: projectPath });
  return await work.run(paths, call, async parts => {
    const { narrate } = await import('../narrate/narrate-file.ts');
    await narrate(options, parts);
    return answerWritten(projectPath, findNarration(await readProject(projectPath), undefined), 'Wrote');
  });
}

const spokenInput = {
  video: videoInput,
  project: ownProjectInput,
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
      ...spokenInput,
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
      ...spokenInput,
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

/** @param plan gets the path of the files without ending, named by language */
async function make(
  work: LocalWork,
  { video, project, narration_id: id, voice }: z.infer<z.ZodObject<typeof spokenInput>>,
  call: ToolCall,
  plan: (
    stem: string,
    videoPath: string,
    values: Readonly<Record<string, string | undefined>>,
  ) => Promise<NarrateOptions>,
) {
  const paths = await work.requireVideo(video, project);
  const { videoPath, projectPath } = paths;
  await requireFile(projectPath);
  return await work.run(paths, call, async parts => {
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
