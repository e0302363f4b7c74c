import type { EngineOffer } from '#engines/ports.ts';
import { soundMediaType } from '#engines/provider/guard-fetch.ts';
import type { ProviderAccess } from '#engines/provider/prepare-connection.ts';
import { connect } from './connect.ts';
import { createParrotScript } from './script.ts';
import { createParrotSpeech } from './speech.ts';
import { createParrotVision } from './vision.ts';

interface ParrotSettings extends ProviderAccess {
  readonly model: string;
}

const json = { mediaType: /^application\/json$/u, maxBytes: 2 ** 20 };
const sound = { mediaType: soundMediaType, maxBytes: 16 * 2 ** 20 };

export function offerParrot(settings: ParrotSettings): EngineOffer {
  const { model } = settings;
  return {
    id: 'parrot',
    vision: createParrotVision(connect(settings, json), model),
    script: createParrotScript(connect(settings, json), model),
    speech: createParrotSpeech(connect(settings, sound), model),
  };
}
