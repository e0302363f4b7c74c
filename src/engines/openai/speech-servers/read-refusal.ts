import { APIError } from 'openai';

/** What of a request a server did not take, where it says so. */
export type RefusedPart = 'voice' | 'model' | 'format';

const badRequests: readonly unknown[] = [400, 404, 422, 500];

/**
 * Reads in a refusal which part of the request it is about. Its words are compared and passed on to nobody: they may repeat
 * what was to be spoken. Read from the sources of Kokoro-FastAPI (`{detail: {error, message}}`, pydantic's `{detail: [{loc, msg}]}`),
 * speaches (`{detail: "…"}`), LocalAI and vLLM (`{error: {message}}`) and openedai-speech (`{message, param}`).
 */
export function findRefusedPart(error: unknown): RefusedPart | undefined {
  if (!(error instanceof APIError) || !badRequests.includes(error.status)) return undefined;
  const words = collectWords(error.error, 0).join(' ').slice(0, 2000);
  if (/response_format|audio format|ffmpeg/iu.test(words)) return 'format';
  if (/\bformat\b/iu.test(words) && /support|valid/iu.test(words)) return 'format';
  if (/\bvoice\b|speaker/iu.test(words)) return 'voice';
  if (/\bmodel\b/iu.test(words)) return 'model';
  return undefined;
}

/** All texts of a small body, a few levels deep, but for what it says it was sent. */
function collectWords(body: unknown, depth: number): string[] {
  if (typeof body === 'string') return [body];
  if (body === null || typeof body !== 'object' || depth > 3) return [];
  return Object.entries(body).flatMap(([name, value]) =>
    name === 'input' || name === 'flagged_input' ? [] : collectWords(value, depth + 1),
  );
}
