import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type Voice } from '#shared/voices.ts';
import { addSpeeds } from '../openai-compatible/speech-voices.ts';
import { getEndpointSpeaker } from '../openai-compatible/voice-table.ts';

const atSpeed = addSpeeds(new Map(allVoices.map(voice => [voice, getEndpointSpeaker(voice)])));
const tags = new Map(voiceCatalogue.map(voice => [voice.name, voice.tags]));

/** Models that can be told how fast to speak, and one that can be told in words how to sound: the API reference, "Create speech". */
const modelsWithSpeed = /^tts-1(-hd)?$/u;
const instructedModels = /^gpt-4o-mini-tts/u;

/** What tells a premium voice from the others that share a speaker. Nothing for the free ones, whose request stays as specified. */
export function composeManner(model: string, voice: Voice): { speed?: number; instructions?: string } {
  if (isStandardVoice(voice)) return {};
  const { speed = 1 } = atSpeed.get(voice) ?? {};
  if (modelsWithSpeed.test(model) && speed !== 1) return { speed };
  if (!instructedModels.test(model)) return {};
  return { instructions: `Narrate the text word for word. Your voice: ${tags.get(voice)?.join(', ')}.` };
}

/** Changes when another of the provider's voices speaks for one of ours, or in another manner. */
export function identifySpeakers(model: string): string {
  return allVoices
    .map(voice => [getEndpointSpeaker(voice), ...Object.values(composeManner(model, voice))].join(' '))
    .join(' ');
}
