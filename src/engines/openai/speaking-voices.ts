import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { allVoices, isStandardVoice, type Voice } from '#shared/voices.ts';
import { addSpeeds } from '../openai-compatible/speech-voices.ts';
import { getEndpointSpeaker } from '../openai-compatible/voice-table.ts';

const atSpeed = addSpeeds(new Map(allVoices.map(voice => [voice, getEndpointSpeaker(voice)])));
const tags = new Map(voiceCatalogue.map(voice => [voice.name, voice.tags]));

/** Models with a `speed`, and one with `instructions`: the API reference, "Create speech". */
const modelsWithSpeed = /^tts-1(-hd)?$/u;
const instructedModels = /^gpt-4o-mini-tts/u;

/** Distinguishes premium voices that share one of OpenAI's. Empty for free voices, whose request is specified. */
export function composeStyle(model: string, voice: Voice): { speed?: number; instructions?: string } {
  if (isStandardVoice(voice)) return {};
  const { speed = 1 } = atSpeed.get(voice) ?? {};
  if (modelsWithSpeed.test(model) && speed !== 1) return { speed };
  if (!instructedModels.test(model)) return {};
  return { instructions: `Narrate the text word for word. Your voice: ${tags.get(voice)?.join(', ')}.` };
}

/** Changes with the assignment of voices or styles. */
export function identifySpeakers(model: string): string {
  return allVoices
    .map(voice => [getEndpointSpeaker(voice), ...Object.values(composeStyle(model, voice))].join(' '))
    .join(' ');
}
