import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import {
  describeNarration,
  narrationFields,
  pageField,
  pageFields,
  readPage,
  translateProject,
} from '#server/mcp/narration-tools.ts';
import { addTool, hints, type ToolHost } from '#server/mcp/tool.ts';
import { languageField } from '#shared/api/fields.ts';
import { openProjectDocument, readProject } from '../narrate/open-document.ts';
import { type FoundProject, listProjects } from './list-projects.ts';
import { answerWritten, projectInput, writtenFields } from './local-answers.ts';
import type { LocalWork } from './local-work.ts';

/** `list_projects`, `read_narration` and `translate_narration`. */
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
      return await work.run(path, call, async ({ engines, signal }) => {
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
