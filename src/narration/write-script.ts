import type { ScriptEngine } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { tidyScript } from './tidy-script.ts';

export interface WritingRequest {
  /** What the vision engine said of the video. */
  readonly analysis: string;
  /** What the person wants narrated, without the language. */
  readonly prompt: string;
  readonly language: LanguageName;
  /** The length that the spoken script should fit. */
  readonly durationSeconds: number;
}

/**
 * Writes the narration of a video.
 * @returns a stage line, then `{delta}` lines as the script is written, then one line `{script}`, which alone counts
 * @throws CodedError what the engine throws; `provider_garbage` when it wrote nothing
 */
export async function* writeScript(
  engine: ScriptEngine,
  { analysis, prompt, language, durationSeconds }: WritingRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  yield { stage: 'writing the script' };
  let written = '';
  for await (const delta of engine.writeScript({
    analysis,
    prompt,
    language: getLanguage(language),
    durationSeconds,
    signal,
  })) {
    written += delta;
    yield { delta };
  }
  const script = tidyScript(written);
  if (script === '') throw new CodedError('provider_garbage');
  yield { script };
}
