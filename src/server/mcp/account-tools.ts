import { z } from 'zod';
import type { ScriptEngine } from '#engines/ports.ts';
import {
  collectNarration,
  isSeen,
  type NarrationOrder,
  type SeenProject,
  writeFromProject,
} from '#narration/write-from-project.ts';
import { languageField, promptField, toChosenVoice, voiceIdField } from '#shared/api/fields.ts';
import { scriptRequestSchema } from '#shared/api/free.ts';
import { defaultLanguageName, defaultVoice } from '#shared/defaults.ts';
import {
  type DescriptionDetail,
  type DescriptionKind,
  descriptionDetails,
  descriptionKinds,
} from '#shared/description.ts';
import { refuse } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { mcpMessages as messages } from '#shared/messages/mcp.ts';
import { apply, type Command } from '#shared/narration/commands.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import { type Narration, type Project, readObservations } from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { findTranslation, listUntranslated } from '#shared/narration/translations.ts';
import { computeGaps, type DescriptionRequest, fromSentGaps, toSentGaps } from '#shared/script/gaps.ts';
import { toSpeech } from '#shared/transcript/to-transcript.ts';
import { type Account, openToAll, type Quota } from '../guards/guards.ts';
import type { Routes } from '../guards/routes.ts';
import type { Reply, Request } from '../http/app-types.ts';
import { parseFields, requireVideoTimes } from '../http/validate-fields.ts';
import type { CountedUse } from '../limits/count-daily-use.ts';
import { logNarration } from '../narrations/narration-log.ts';
import { countTranslation, type NarrationParts, settleFailure } from '../narrations/narration-parts.ts';
import { requireFewCuePoints } from '../narrations/writing-routes.ts';
import { describeVoice } from '../voices/own-voices.ts';
import {
  describeNarration,
  narrationFields,
  pageField,
  pageFields,
  readPage,
  requireNarration,
  sayWritten,
  translateProject,
} from './narration-tools.ts';
import { toSoundPath } from './sound-route.ts';
import { addTool, hints, type ToolCall, type ToolHost } from './tool.ts';

const project_id = z.string().min(1).max(64).describe('The id of a project: list_projects has them');
const narration_id = z.string().max(64).optional().describe('The newest narration if left out');
const writtenFields = z.object({ project_id: z.string(), narration: narrationFields });

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

interface Wished {
  readonly project_id: string;
  readonly prompt: string;
  readonly language: LanguageName;
  readonly voice: string;
  readonly name?: string | undefined;
  readonly timed?: boolean;
  readonly kind?: DescriptionKind;
  readonly detail?: DescriptionDetail | undefined;
}

/** Writes a narration, or a description of a kind, from what is known of a stored project's video, and adds it. */
async function writeStored(
  work: AccountWork,
  { project_id: id, timed = true, kind, detail, name, ...wished }: Wished,
  { signal: cancelled, report }: ToolCall,
) {
  const project = await work.read(id);
  if (!isSeen(project)) throw refuse('bad_request', messages.notSeen);
  const description = kind && planDescription(project, kind, detail);
  requireLimits(work.request.parts, project, { ...wished, isTimed: timed, description });
  const { parts, request } = work.request;
  const mayUseAll = await parts.accounts.mayUseAllVoices(request);
  const voice = await describeVoice(parts.engines, toChosenVoice(wished.voice), request.work, mayUseAll);
  const order = { ...wished, voice, isTimed: timed, description, name };
  return await work.write(cancelled, async ({ writer, use, signal }) => {
    const steps = writeFromProject(writer, project, order, signal);
    const { narration } = await collectNarration(steps, order, step => {
      if ('stage' in step) report(`${step.stage} …`);
      if ('line' in step || 'delta' in step) use.spend();
    });
    use.spend();
    await work.change(id, [{ type: 'addNarration', narration }]);
    const script = printScript(narration.lines);
    await logNarration(parts.queries, request.log, { surface: 'script', ...wished, script });
    return answer(id, narration, 'Wrote');
  });
}

/** @throws CodedError `bad_request` if it is not known when somebody speaks */
function planDescription(
  { video, transcript, cast }: Project,
  kind: DescriptionKind,
  detail: DescriptionDetail | undefined,
): DescriptionRequest {
  const speech = transcript && toSpeech(transcript);
  if (!video || !speech) throw refuse('bad_request', messages.speechUnknown);
  const gaps = fromSentGaps(toSentGaps(computeGaps(speech, video.durationMs / 1000)));
  return { kind, gaps, detail, cast: listPeople(cast) };
}

type Limited = Pick<NarrationOrder, 'prompt' | 'language' | 'isTimed' | 'description'>;

/** A stored project may have more than a call may send. @throws CodedError as the call `POST /api/script` */
function requireLimits(
  { config }: AccountRequest['parts'],
  project: SeenProject,
  { isTimed, description, ...wished }: Limited,
): void {
  const { analysis, moments } = readObservations(project.observations);
  const asked = {
    ...wished,
    analysis,
    durationSeconds: project.video.durationMs / 1000,
    ...((isTimed || description) && { timing: 'cues', moments }),
    ...(description && { description: description.kind, gaps: toSentGaps(description.gaps) }),
    cast: description?.cast,
  };
  const read = requireVideoTimes(parseFields(scriptRequestSchema, asked), config.maxVideoSeconds);
  requireFewCuePoints(read, config.maxTimedFrames);
}

interface WishedTranslation {
  readonly project_id: string;
  readonly narration_id?: string | undefined;
  readonly language: LanguageName;
}

async function translateStored(
  work: AccountWork,
  { project_id: id, narration_id: narrationId, language }: WishedTranslation,
  { signal: cancelled, report }: ToolCall,
) {
  const project = await work.read(id);
  const source = requireNarration(project, narrationId);
  const lines = listUntranslated(source, findTranslation(project, source.id, language));
  const translate = async ({ writer, use, signal }: Writing) => {
    const translation = await translateProject(
      project,
      { narrationId: source.id, language },
      {
        writer,
        signal,
        report(sentence) {
          use.spend();
          report(sentence);
        },
        change: commands => work.change(id, commands),
      },
    );
    return answer(id, translation, 'Translated into');
  };
  return await work.write(cancelled, translate, countTranslation(lines));
}

function answer(projectId: string, narration: Narration, verb: string) {
  return {
    text: sayWritten(verb, narration),
    fields: { project_id: projectId, narration: describeNarration(narration) },
  };
}

interface AccountRequest {
  readonly parts: NarrationParts;
  readonly routes: Routes;
  readonly request: Request;
  readonly reply: Reply;
  readonly account: Account;
}

interface Writing {
  readonly writer: ScriptEngine;
  readonly use: CountedUse;
  readonly signal: AbortSignal;
}

export class AccountWork {
  readonly request: AccountRequest;

  constructor(request: AccountRequest) {
    this.request = request;
  }

  async list(search: string | undefined) {
    const query = { search, trash: false, offset: 0, limit: 100 };
    return await this.request.parts.projects.list(this.request.account.uid, query);
  }

  /** @throws CodedError `not_found` */
  async read(id: string): Promise<Project> {
    const { parts, request, account } = this.request;
    using _turn = await parts.projects.turns.begin(account.uid, request.work);
    return (await parts.projects.read(account.uid, id)).document;
  }

  /** Changes the stored project, whatever others changed meanwhile. @throws CodedError `not_found`, `too_large` */
  change(id: string, commands: readonly Command[]): Promise<Project> {
    return this.request.parts.projects.change(this.request.account.uid, id, project =>
      commands.reduce((before, command) => apply(before, command), project),
    );
  }

  /**
   * Does work of a writer that counts towards the account's day and adds to its costs.
   * @param cancelled fires when the client cancels
   * @param counted a script by default
   * @throws CodedError as the call `POST /api/script`, and `forbidden` for a token that may not change projects
   */
  async write<Result>(
    cancelled: AbortSignal,
    work: (writing: Writing) => Promise<Result>,
    counted: Pick<Quota, 'what' | 'amount'> = { what: 'script' },
  ): Promise<Result> {
    const { parts, routes, request, reply, account } = this.request;
    const signIn = { token: ['write projects', 'narrate'] } as const;
    const quota = { ...counted, isReported: false } as const;
    const guards = { ...openToAll, signIn, quota, atOnce: 'write' } as const;
    return await routes.admit({ request, reply, guards }, async ({ use }) => {
      const signal = AbortSignal.any([request.work, cancelled]);
      const charged = parts.costs.begin(use, account);
      try {
        const writer = charged.script(await parts.engines.script.choose(signal));
        return await work({ writer, use, signal });
      } catch (error) {
        throw await settleFailure(use, error);
      } finally {
        await charged.settle();
      }
    });
  }
}
