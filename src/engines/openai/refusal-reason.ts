import { APIError } from 'openai';

/** What compatible servers say in words alone, under whatever status. */
export type RefusalReason =
  /** The question and the answer together do not fit into the context that the model was given. */
  | { readonly kind: 'too_long' }
  /** So many pictures are the most in one request; none where the model sees no pictures. */
  | { readonly kind: 'pictures'; readonly most: number }
  | { readonly kind: 'unknown_model' }
  | { readonly kind: 'out_of_memory' }
  | { readonly kind: 'loading' };

/**
 * Sentences of the servers' own sources: Ollama (server/routes.go, llm/server.go, 0.33.0-rc2), llama.cpp
 * (tools/server/server-context.cpp, b10488), vLLM (entrypoints/openai, 2026), LM Studio (its bug tracker, 0.4.8 to 0.4.17), LocalAI (v4.9.0).
 */
const tooLong =
  /exceeds? the available context size|exceed_context_size|context size has been exceeded|maximum context length|context_length_exceeded|greater than the context length|longer than the context length|prompt too long|context length of only/iu;
const mostPictures = /at most (\d{1,4}) image/iu;
const onePicture = /only supports (?:one|a single) image|single image per message/iu;
const noPictures =
  /image input is not supported|(?:does|do) not support (?:image|multimodal|vision)|is not a multimodal model|vision add-on is not loaded|no vision capabilit/iu;
const absent =
  /not found|is not loaded|is not installed|does not exist|no models? loaded|model_not_found|has been deprecated/iu;
const outOfMemory = /out[ -]of[ -]memory|insufficient system resources|cudamalloc|resource limitations/iu;
const loading = /loading model|model_loading|model is (?:still )?loading/iu;

/** Why a server refused, where its words tell more than its status. */
export function findRefusalReason(error: unknown): RefusalReason | undefined {
  if (!(error instanceof APIError)) return undefined;
  return findReasonInWords([error.type, error.code, error.message].filter(Boolean).join(' '));
}

/** The same for the text of a refusal. */
export function findReasonInWords(words: string): RefusalReason | undefined {
  if (tooLong.test(words)) return { kind: 'too_long' };
  const most = mostPictures.exec(words)?.[1];
  if (most !== undefined) return { kind: 'pictures', most: Number(most) };
  if (onePicture.test(words)) return { kind: 'pictures', most: 1 };
  if (noPictures.test(words)) return { kind: 'pictures', most: 0 };
  if (outOfMemory.test(words)) return { kind: 'out_of_memory' };
  if (loading.test(words)) return { kind: 'loading' };
  return /model/iu.test(words) && absent.test(words) ? { kind: 'unknown_model' } : undefined;
}

/** Whether the same request would be refused again, although the status looks like a passing trouble of the server. */
export function isFinalRefusal(words: string): boolean {
  const kind = findReasonInWords(words)?.kind;
  return kind === 'too_long' || kind === 'pictures' || kind === 'unknown_model';
}
