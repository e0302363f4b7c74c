import { getSource, type ScriptEngine, type ScriptRequest } from '#engines/ports.ts';
import type { ProgressLine } from '#shared/api/progress.ts';
import { requireNotCancelled } from '#shared/cancellation.ts';
import { CodedError } from '#shared/errors.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { tidyScript } from './tidy-script.ts';

export interface WritingRequest
  extends Pick<ScriptRequest, 'analysis' | 'prompt' | 'durationSeconds' | 'said'> {
  readonly language: LanguageName;
}

/**
 * Writes the narration of a video.
 * @returns a progress line, then `{delta}` lines, then one line `{script, writer}` with the final text
 * @throws CodedError of the engine; `provider_garbage` if it is empty
 */
export async function* writeScript(
  engine: ScriptEngine,
  { language, ...request }: WritingRequest,
  signal: AbortSignal,
): AsyncGenerator<ProgressLine> {
  requireNotCancelled(signal);
  yield { stage: 'writing the script' };
  let written = '';
  for await (const delta of engine.writeScript({ ...request, language: getLanguage(language), signal })) {
    written += delta;
    yield { delta };
  }
  const script = tidyScript(written);
  if (script === '') throw new CodedError('provider_garbage');
  yield { script, writer: getSource(engine) };
}
