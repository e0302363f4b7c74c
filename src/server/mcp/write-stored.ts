import {
  collectNarration,
  isSeen,
  type NarrationOrder,
  type SeenProject,
  writeFromProject,
} from '#narration/write-from-project.ts';
import { toChosenVoice } from '#shared/api/fields.ts';
import { scriptRequestSchema } from '#shared/api/free.ts';
import type { DescriptionDetail, DescriptionKind } from '#shared/description.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { mcpMessages as messages } from '#shared/messages/mcp.ts';
import { fill } from '#shared/messages/message.ts';
import { listPeople } from '#shared/narration/find-cast.ts';
import { readObservations } from '#shared/narration/observations.ts';
import { printScript } from '#shared/narration/print-timed-text.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import { findTranslation, listUntranslated } from '#shared/narration/translations.ts';
import { computeGaps } from '#shared/script/gaps.ts';
import { type DescriptionRequest, fromSentGaps, toSentGaps } from '#shared/script/sent-gaps.ts';
import { toSpeech } from '#shared/transcript/find-spoken-spans.ts';
import { parseFields } from '../http/form-route.ts';
import { requireVideoTimes } from '../http/require-video-times.ts';
import { logNarration } from '../narrations/narration-log.ts';
import { countTranslation } from '../narrations/narration-parts.ts';
import { requireFewCuePoints } from '../narrations/writing-routes.ts';
import { describeVoice } from '../voices/own-voices.ts';
import type { AccountRequest, AccountWork, Writing } from './account-work.ts';
import { describeNarration, requireNarration, sayWritten } from './narration-pages.ts';
import type { ToolCall } from './tool.ts';
import { translateProject } from './translate-project.ts';

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
export async function writeStored(
  work: AccountWork,
  { project_id: id, timed = true, kind, detail, name, ...wished }: Wished,
  { signal: cancelled, report }: ToolCall,
) {
  const project = await work.read(id);
  if (!isSeen(project)) throw new CodedError('bad_request', { message: fill(messages.notSeen) });
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
  if (!video || !speech) throw new CodedError('bad_request', { message: fill(messages.speechUnknown) });
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

export async function translateStored(
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
