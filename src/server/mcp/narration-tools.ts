import { z } from 'zod';
import type { ScriptEngine } from '#engines/ports.ts';
import { translateNarration } from '#narration/translate-narration.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import { mcpMessages as messages } from '#shared/messages/mcp.ts';
import { fill } from '#shared/messages/message.ts';
import type { Command } from '#shared/narration/commands.ts';
import type { Narration, Project } from '#shared/narration/project.ts';
import { printScript } from '#shared/narration/timed-text.ts';
import { findTranslation, listChangedNumbers } from '#shared/narration/translations.ts';
import type { ToolAnswer, ToolCall } from './tool.ts';

const linesPerPage = 50;

export const narrationFields = z.object({
  id: z.string(),
  name: z.string(),
  language: z.string().optional(),
  style: z.string(),
  lines: z.int(),
});

export const pageField = z.int().min(1).default(1).describe('The page of the script, from 1');

export const pageFields = z.object({
  narration: narrationFields,
  page: z.int(),
  pages: z.int(),
  lines: z.array(
    z.object({
      id: z.string(),
      start_ms: z.int().nullable(),
      role: z.string().optional(),
      text: z.string(),
      is_locked: z.boolean(),
    }),
  ),
});

export function describeNarration({ id, name, language, style, lines }: Narration) {
  return { id, name, language, style, lines: lines.length };
}

export function sayWritten(verb: string, { id, lines, language }: Narration): string {
  const count = lines.length === 1 ? '1 line' : `${lines.length} lines`;
  return `${verb} narration ${id}: ${count} in ${language ?? 'an unknown language'}. read_narration shows them.`;
}

/** @throws CodedError `not_found` */
export function requireNarration({ narrations }: Project, id: string | undefined): Narration {
  const found = id === undefined ? narrations.at(-1) : narrations.find(narration => narration.id === id);
  if (found) return found;
  const ids = narrations.map(narration => `${narration.id} (${narration.language ?? '?'})`).join(', ');
  throw new CodedError('not_found', {
    message: ids === '' ? fill(messages.noNarration) : fill(messages.unknownNarration, { ids }),
  });
}

/** @throws CodedError `not_found`; `bad_request` if there is no such page */
export function readPage(
  project: Project,
  id: string | undefined,
  page: number,
): ToolAnswer<z.infer<typeof pageFields>> {
  const narration = requireNarration(project, id);
  const { cast } = project;
  const { lines } = narration;
  const pages = Math.max(1, Math.ceil(lines.length / linesPerPage));
  if (page > pages) throw refuse('bad_request', messages.noSuchPage, { pages });
  const shown = lines.slice((page - 1) * linesPerPage, page * linesPerPage);
  return {
    text: `Page ${page} of ${pages}, ${narration.language ?? 'language unknown'}:\n${printScript(shown, cast)}`,
    fields: {
      narration: describeNarration(narration),
      page,
      pages,
      lines: shown.map(({ id, castId, startMs, text, isLocked }) => ({
        id,
        start_ms: startMs,
        role: cast.find(member => member.id === castId)?.name,
        text,
        is_locked: isLocked,
      })),
    },
  };
}

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
    const message = fill(messages.partlyTranslated, { count, reason: failure.message });
    throw new CodedError(failure.code, { message, cause: failure });
  }
  const translation = findTranslation(changed, id, language);
  if (!translation) throw new CodedError('provider_garbage');
  for (const line of listChangedNumbers(requireNarration(changed, id), translation))
    report(`check the numbers in line ${line}`);
  return translation;
}
