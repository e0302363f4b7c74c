import type { ScriptEngine } from '#engines/ports.ts';
import type { CodedError } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Command } from '#shared/narration/commands.ts';
import type { Project } from '#shared/narration/project.ts';
import type { TranslatedLine } from './translate-lines.ts';

export interface NarrationToTranslate {
  /** The original. */
  readonly narrationId: string;
  /** Into this language. */
  readonly language: LanguageName;
  /** Translates only what its newest translation in this language lacks, if there is one. */
  readonly update?: boolean | undefined;
}

/** A line came; or the translator failed after some, which are kept. */
export type TranslationStep = { readonly line: TranslatedLine } | { readonly failure: CodedError };

export interface Translating {
  readonly signal: AbortSignal;
  readonly report?: ((step: TranslationStep) => void) | undefined;
}

/**
 * Translates a narration of a project.
 * @returns commands that add the translation to the project, or update it; none if nothing is to be translated. If the translator fails
 * after some lines, those are kept, and the failure is reported
 * @throws CodedError `not_found` without the narration; as `translateLines`, if no line was translated
 */
export async function translateNarration(
  _writer: ScriptEngine,
  _project: Project,
  _order: NarrationToTranslate,
  _translating: Translating,
): Promise<Command[]> {
  return [];
}
