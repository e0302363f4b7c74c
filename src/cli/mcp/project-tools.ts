import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import {
  describeNarration,
  narrationFields,
  pageField,
  pageFields,
  readPage,
  requireNarration,
} from '#server/mcp/narration-pages.ts';
import { addTool, hints } from '#server/mcp/tool.ts';
import { type FoundProject, listProjects, readProject } from './list-projects.ts';
import { projectInput } from './local-answers.ts';
import type { LocalWork } from './local-work.ts';

/** `list_projects` and `read_narration`. */
export function addProjectTools(server: McpServer, work: LocalWork): void {
  addTool(server, {
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

  addTool(server, {
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
      const path = await work.requireProject(project);
      return readPage(requireNarration(await readProject(path), id), page);
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
