import type { SpeechCreateParams } from 'openai/resources/audio/speech';
import type { Language } from '#shared/languages.ts';
import type { SpeechRequest } from '../../ports.ts';
import type { Assignment } from './assign-voices.ts';
import { prepareText } from './prepare-text.ts';
import type { ServerVoice, SpeechServer } from './speech-server.ts';

export type SoundFormat = 'mp3' | 'wav' | 'pcm';

/**
 * What a server is asked to speak: only fields that it needs, since some refuse those that they do not know. `stream` stays out: what
 * streams does so by itself, and LocalAI would give another format.
 */
export function composeSpeechBody(
  server: SpeechServer,
  { voice, speed }: Assignment,
  { request: { text, language }, format }: { request: SpeechRequest; format: SoundFormat },
): SpeechCreateParams {
  const body = {
    model: voice.model,
    input: prepareText(server, text, language),
    response_format: format,
    ...(voice.name !== undefined && { voice: voice.name }),
    ...(speed !== 1 && { speed }),
    ...composeLanguage(server, voice, language),
  };
  // The SDK wants a voice always; without one, a model that is a voice takes its own.
  return body as SpeechCreateParams;
}

/** Without it a server reads every text as English, or as the first letter of its voice says. */
function composeLanguage({ languageField }: SpeechServer, { name }: ServerVoice, language: Language) {
  if (languageField === 'lang_code') return { lang_code: name?.slice(0, 1) };
  if (languageField === 'tag') return { language: language.code };
  if (languageField === 'word') return { language: language.name };
  return {};
}
