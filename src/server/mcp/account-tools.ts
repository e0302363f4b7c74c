import { z } from 'zod';
import { languageField, promptField, voiceIdField } from '#shared/api/fields.ts';
import { defaultLanguageName, defaultVoice } from '#shared/defaults.ts';
import { descriptionDetails, descriptionKinds } from '#shared/description.ts';
import type { AccountWork } from './account-work.ts';
import {
  describeNarration,
  narrationFields,
  pageField,
  pageFields,
  readPage,
  requireNarration,
} from './narration-pages.ts';
import { toSoundPath } from './sound-route.ts';
import { addTool, hints, type ToolHost } from './tool.ts';
import { translateStored, writeStored } from './write-stored.ts';

const project_id = z.string().min(1).max(64).describe('The id of a project: list_projects has them');
const narration_id = z.string().max(64).optional().describe('The newest narration if left out');
const writtenFields = z.object({ project_id: z.string(), narration: narrationFields });

/** The tools for the projects of an account. @param publicUrl the origin of links */
export function addAccountTools(host: ToolHost, work: AccountWork, publicUrl: string): void {
  addReadingTools(host, work, publicUrl);
  addWritingTools(host, work);
}

function addReadingTools(host: ToolHost, work: AccountWork, publicUrl: string): void {
  addTool(host, {
    name: 'list_projects',
    title: 'List projects',
    description: 'Lists the latest 100 projects of the account: id, title and languages.',
    input: z.object({
      search: z.string().max(200).optional().describe('In titles, prompts and texts of lines'),
    }),
    output: z.object({ total: z.int(), projects: z.array(projectFields) }),
    hints: hints.reads,
    async run({ search }) {
      const { projects: rows, total } = await work.list(search);
      const projects = rows.map(({ id, title, languages, updatedAt }) => ({
        id,
        title,
        languages,
        updated_at: updatedAt,
      }));
      const text = projects
        .map(({ id, title, languages }) => `${id}: ${title} (${languages.join(', ')})`)
        .join('\n');
      return { text: text || 'There is no project.', fields: { total, projects } };
    },
  });

  addTool(host, {
    name: 'read_narration',
    title: 'Read a narration',
    description:
      'Shows the lines of a narration of a project, 50 a page, and which narrations the project has.',
    input: z.object({ project_id, narration_id, page: pageField }),
    output: pageFields.extend({ narrations: z.array(narrationFields) }),
    hints: hints.reads,
    async run({ project_id: id, narration_id: narrationId, page }) {
      const project = await work.read(id);
      const { text, fields } = readPage(project, narrationId, page);
      return { text, fields: { ...fields, narrations: project.narrations.map(describeNarration) } };
    },
  });

  addTool(host, {
    name: 'speak_narration',
    title: 'Speak a narration',
    description:
      'Gives a link to a narration as mp3. It is spoken whenever the link is opened, with the same token or in a browser that is signed in.',
    input: z.object({
      project_id,
      narration_id,
      voice: voiceIdField.optional().describe('Of lines without a voice of their own'),
    }),
    output: z.object({ url: z.string(), narration_id: z.string() }),
    hints: hints.reads,
    async run({ project_id: id, narration_id: narrationId, voice }) {
      const narration = requireNarration(await work.read(id), narrationId);
      const url = `${publicUrl}${toSoundPath(id, narration.id, voice)}`;
      const links = [{ uri: url, name: 'narration.mp3', mimeType: 'audio/mpeg' }];
      return { text: `Open ${url} to have it spoken.`, links, fields: { url, narration_id: narration.id } };
    },
  });
}

function addWritingTools(host: ToolHost, work: AccountWork): void {
  const asked = {
    project_id,
    prompt: promptField.describe('What the narration should say, and how'),
    language: languageField.default(defaultLanguageName),
    voice: voiceIdField.default(defaultVoice).describe('Who speaks it later; list_voices lists them'),
    name: z.string().max(100).optional().describe('The name of the narration in the project'),
  };

  addTool(host, {
    name: 'write_narration',
    title: 'Write a narration',
    description:
      'Writes a narration from what was seen in the video of a project, and adds it to the project.',
    input: z.object({
      ...asked,
      timed: z.boolean().default(true).describe('Whether its lines have times of the video'),
    }),
    output: writtenFields,
    hints: hints.adds,
    run: (wished, call) => writeStored(work, wished, call),
  });

  addTool(host, {
    name: 'describe_video',
    title: 'Write an audio description',
    description:
      'Writes an audio description for people who do not see the picture, between the words of the transcript of a project, and adds it to the project.',
    input: z.object({
      ...asked,
      kind: z.enum(descriptionKinds).default('standard'),
      detail: z.enum(descriptionDetails).optional(),
    }),
    output: writtenFields,
    hints: hints.adds,
    run: (wished, call) => writeStored(work, wished, call),
  });

  addTool(host, {
    name: 'translate_narration',
    title: 'Translate a narration',
    description:
      'Translates a narration of a project line by line and adds the translation to the project, or updates one that it has: only lines that are new or changed are translated.',
    input: z.object({ project_id, narration_id, language: languageField.describe('Into this language') }),
    output: writtenFields,
    hints: hints.updates,
    run: (wished, call) => translateStored(work, wished, call),
  });
}

const projectFields = z.object({
  id: z.string(),
  title: z.string(),
  languages: z.array(z.string()),
  updated_at: z.string(),
});
