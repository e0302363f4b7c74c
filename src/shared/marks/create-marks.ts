import type { Claim } from '../api/content-credentials.ts';
import type { Source } from '../api/fields.ts';
import { markMessages as messages } from '../messages/marks.ts';
import { t } from '../messages/message.ts';
import { productName, productVersion } from '../product.ts';
import {
  digitalSourceTypes,
  type MarkedKind,
  type Marks,
  type Provenance,
  type VoiceSource,
} from './provenance.ts';

/** What stands in a file about how it was made. */
export function createMarks(provenance: Provenance, kind: MarkedKind, now = new Date()): Marks {
  return {
    software: `${productName} ${productVersion}`,
    sentence: describeProvenance(provenance),
    digitalSourceType: kind === 'text' ? getTextSourceType(provenance) : digitalSourceTypes[kind],
    madeAt: `${now.toISOString().slice(0, 19)}Z`,
  };
}

/** Sentences such as "Narration: synthetic voice, nova by PROVIDER (MODEL). Text: written by a person." */
export function describeProvenance(provenance: Provenance): string {
  const { voices, isDescription } = provenance;
  const names = [...new Set(voices.map(describeVoice))].join(', ');
  const voice = names && t(isDescription ? messages.description : messages.narration, { voices: names });
  return [voice, describeText(provenance)].filter(Boolean).join(' ');
}

function describeVoice({ name: voice, provider, model }: VoiceSource): string {
  if (!provider) return voice;
  return model
    ? t(messages.voiceOfModel, { voice, provider, model })
    : t(messages.voice, { voice, provider });
}

function describeText({ text, writer, isTranslated }: Provenance): string {
  if (text === undefined) return '';
  if (text === 'person' || !writer) return t(messages.textByPerson);
  const by = { writer: describeSource(writer) };
  if (text === 'ai') return t(isTranslated ? messages.textTranslated : messages.textByAi, by);
  return t(isTranslated ? messages.textTranslatedAndEdited : messages.textByBoth, by);
}

/** Such as "PROVIDER (MODEL)". */
export function describeSource({ provider, model }: Source): string {
  return model ? t(messages.writer, { provider, model }) : provider;
}

function getTextSourceType({ text }: Provenance): string | undefined {
  if (text === undefined || text === 'person') return undefined;
  return text === 'ai' ? digitalSourceTypes.voice : digitalSourceTypes.mixed;
}

/** What a signed file states: of who made what, all that is not a text. */
export function toClaim(
  { text, isTranslated, isDescription, language }: Provenance,
  kind: Claim['kind'],
): Claim {
  return { kind, text, isTranslated, isDescription, language };
}
