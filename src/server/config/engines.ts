import { z } from 'zod';
import { keySetting, setting, type ValuesOf, webAddress } from './setting.ts';

const modelName = z.string().trim().min(1, 'must be the name of a model');

/** Who looks, writes and speaks. */
export const engineSettings = {
  OPENAI_API_KEY: keySetting(
    'A key of OpenAI or of a compatible provider, which then looks, writes and speaks. Without it and without OPENAI_BASE_URL the offline engines do.',
    'Write your own key, or leave it out to use the offline engines.',
  ),
  OPENAI_BASE_URL: setting(
    webAddress('must be an address such as http://localhost:11434/v1').optional(),
    "OpenAI's own",
    'The address of a compatible provider; alone it is enough for a local server that asks for no key.',
  ),
  OPENAI_VISION_MODEL: setting(modelName.default('gpt-4o'), 'gpt-4o', 'The model that looks at the frames.'),
  OPENAI_SCRIPT_MODEL: setting(
    modelName.optional(),
    'the same as OPENAI_VISION_MODEL',
    'The model that writes the script.',
  ),
  OPENAI_SPEECH_MODEL: setting(modelName.default('tts-1'), 'tts-1', 'The model that speaks.'),
  ELEVENLABS_API_KEY: keySetting(
    'A key of ElevenLabs, whose voices then speak for the premium plan. Without it OpenAI speaks for them where it is set, else the offline engine. A voice is found by its name in the account.',
    'Write your own key, or leave it out.',
  ),
  ELEVENLABS_BASE_URL: setting(
    webAddress('must be an address such as https://api.eu.residency.elevenlabs.io').optional(),
    "ElevenLabs' own",
    'The address of a compatible server or of another region, without `/v1`; alone it is enough for a local server that asks for no key.',
  ),
  ELEVENLABS_MODEL: setting(
    modelName.default('eleven_multilingual_v2'),
    'eleven_multilingual_v2',
    'The model that speaks with ElevenLabs, such as `eleven_flash_v2_5` or `eleven_v3`. It decides the languages.',
  ),
};

export type EngineConfig = ReturnType<typeof toEngineConfig>;

export function toEngineConfig(read: ValuesOf<typeof engineSettings>) {
  return {
    openAi: {
      apiKey: read.OPENAI_API_KEY,
      baseUrl: read.OPENAI_BASE_URL,
      visionModel: read.OPENAI_VISION_MODEL,
      scriptModel: read.OPENAI_SCRIPT_MODEL ?? read.OPENAI_VISION_MODEL,
      speechModel: read.OPENAI_SPEECH_MODEL,
    },
    elevenLabs: {
      apiKey: read.ELEVENLABS_API_KEY,
      baseUrl: read.ELEVENLABS_BASE_URL,
      model: read.ELEVENLABS_MODEL,
    },
  };
}
