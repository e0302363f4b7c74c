import type { EngineVoice, SpeechEngine } from '#engines/ports.ts';
import { override } from '#engines/wrap-engine.ts';
import { CodedError } from '#shared/errors.ts';
import type { Voice } from '#shared/voices.ts';

const presets: Readonly<Record<string, Voice>> = { anna: 'shimmer', 'old-man': 'onyx' };

export const listedVoices: readonly EngineVoice[] = [
  { id: 'anna', name: 'Anna', languages: ['German'], sex: 'female', tags: ['calm'] },
  { id: 'old-man', name: 'Old man', languages: [], sex: 'male', age: 'old', tags: [], isOfAccount: true },
];

/** The engine with two voices of its own, which sound as presets do. It forgets those that `gone` has. */
export function withOwnVoices(engine: SpeechEngine, gone: ReadonlySet<string> = new Set()): SpeechEngine {
  const speak: SpeechEngine['speak'] = async request => {
    const { voice } = request;
    if (typeof voice === 'string') return await engine.speak(request);
    const preset = gone.has(voice.id) ? undefined : presets[voice.id];
    if (!preset) throw new CodedError('voice_gone', { costsNothing: true });
    return await engine.speak({ ...request, voice: preset });
  };
  return override(engine, { speak, listVoices: async () => listedVoices });
}
