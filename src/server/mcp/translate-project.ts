import type { ScriptEngine } from '#engines/ports.ts';
import { translateNarration } from '#narration/translate-narration.ts';
import { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { mcpMessages } from '#shared/messages/mcp.ts';
import { fill } from '#shared/messages/message.ts';
import type { Command } from '#shared/narration/commands.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import { findTranslation } from '#shared/narration/translations.ts';
import { requireNarration } from './narration-pages.ts';
import type { ToolCall } from './tool.ts';

interface Translating extends ToolCall {
  readonly writer: ScriptEngine;
  /** Keeps what was translated. @returns the changed project */
  change(commands: readonly Command[]): Promise<Project>;
}

/**
 * Translates a narration of a project, or what its newest translation lacks, and reports each line.
 * @param narrationId the newest if undefined
 * @throws CodedError as `translateNarration`, also if only some lines were translated; these are kept
 */
export async function translateProject(
  project: Project,
  { narrationId, language }: { readonly narrationId: string | undefined; readonly language: LanguageName },
  { writer, signal, report, change }: Translating,
): Promise<Narration> {
  const { id, lines } = requireNarration(project, narrationId);
  let count = 0;
  let failure: CodedError | undefined;
  const order = { narrationId: id, language, update: true };
  const commands = await translateNarration(writer, project, order, {
    signal,
    report(step) {
      if ('failure' in step) failure = step.failure;
      else report(`translated line ${++count} of ${lines.length}`);
    },
  });
  const changed = await change(commands);
  if (failure) {
    const message = fill(mcpMessages.partlyTranslated, { count, reason: failure.message });
    throw new CodedError(failure.code, { message, cause: failure });
  }
  const translation = findTranslation(changed, id, language);
  if (!translation) throw new CodedError('provider_garbage');
  return translation;
}
