import { CodedError } from '#shared/errors.ts';
import type { Voice } from '#shared/voices.ts';
import type { SpeechRequest } from '../ports.ts';

/**
 * For an engine without voices of its own.
 * @throws CodedError `voice_gone` for anything but a preset
 */
export function requirePreset(voice: SpeechRequest['voice']): Voice {
  if (typeof voice === 'string') return voice;
  throw new CodedError('voice_gone', { costsNothing: true });
}
