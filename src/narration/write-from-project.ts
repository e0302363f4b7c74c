import type { ScriptEngine } from '#engines/ports.ts';
import type { Source } from '#shared/api/fields.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import {
  createLines,
  createNarration,
  type Narration,
  type Project,
  type ProjectVideo,
  readObservations,
  toStyle,
} from '#shared/narration/project.ts';
import type { Cue } from '#shared/script/cues.ts';
import type { DescriptionRequest } from '#shared/script/gaps.ts';
import { keepUntold, type Untold } from '#shared/script/untold.ts';
import { limitSaid, toSaid } from '#shared/transcript/to-transcript.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import { type WritingStep, writeDescription, writeScript, writeTimedScript } from './write-script.ts';

export interface NarrationOrder {
  readonly prompt: string;
  readonly language: LanguageName;
  readonly isTimed: boolean;
  readonly description: DescriptionRequest | undefined;
  readonly voice: ChosenVoice;
  readonly name: string | undefined;
}

/** A project whose video somebody looked at. */
export type SeenProject = Project & { readonly video: ProjectVideo };

export function isSeen(project: Project): project is SeenProject {
  return project.video !== undefined && project.observations.length > 0;
}

/** Writes a narration of a project's video from what was seen and said in it. */
export function writeFromProject(
  script: ScriptEngine,
  project: SeenProject,
  { prompt, language, isTimed, description }: NarrationOrder,
  signal: AbortSignal,
): AsyncIterable<WritingStep> {
  const { analysis, moments } = readObservations(project.observations);
  const durationSeconds = project.video.durationMs / 1000;
  const said = limitSaid(toSaid(project));
  const asked = { analysis, cuePoints: moments, prompt, language, durationSeconds, said };
  if (description) return writeDescription(script, asked, description, signal);
  return isTimed ? writeTimedScript(script, asked, signal) : writeScript(script, asked, signal);
}

/**
 * Makes a narration of what is written.
 * @param note gets each step before the next one
 * @throws CodedError of the steps; `invalid_video` if there is nothing to say
 */
export async function collectNarration(
  steps: AsyncIterable<WritingStep>,
  { prompt, language, description, voice, name }: NarrationOrder,
  note: (step: WritingStep) => unknown,
): Promise<{ readonly narration: Narration; readonly notice: string | undefined }> {
  let script: string | readonly Cue[] = [];
  let notice: string | undefined;
  let writer: Source | undefined;
  let untold: readonly Untold[] | undefined;
  for await (const step of steps) {
    await note(step);
    if (!('lines' in step || 'script' in step)) continue;
    script = 'lines' in step ? step.lines : step.script;
    ({ notice, writer, untold } = step);
  }
  if (script.length === 0) throw new CodedError('invalid_video', { message: notice });
  const detail = description?.detail;
  const narration = createNarration({
    name: name ?? '',
    language,
    style: toStyle(typeof script !== 'string', description?.kind),
    prompt,
    settings: { voice, ...(detail && { detail }) },
    writer,
    untold: keepUntold(untold),
    lines: createLines(script, 'written'),
  });
  return { narration, notice };
}
