import { type Claim, mostReceipts } from '../api/content-credentials.ts';
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
    digitalSourceType: kind === 'text' ? getTextSourceType(provenance) : getSoundSourceType(provenance, kind),
    madeAt: `${now.toISOString().slice(0, 19)}Z`,
  };
}

/** Sentences such as "Narration: synthetic voice, nova by PROVIDER (MODEL). Text: written by a person." */
export function describeProvenance(provenance: Provenance): string {
  return [describeVoices(provenance), describeText(provenance)].filter(Boolean).join(' ');
}

function describeVoices({ voices, hasRecording, isDescription }: Provenance): string {
  const names = [...new Set(voices.map(describeVoice))].join(', ');
  if (!hasRecording)
    return names && t(isDescription ? messages.description : messages.narration, { voices: names });
  if (!names) return t(isDescription ? messages.descriptionRecorded : messages.narrationRecorded);
  const both = isDescription ? messages.descriptionBoth : messages.narrationBoth;
  return t(both, { voices: names });
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

function getSoundSourceType(provenance: Provenance, kind: 'voice' | 'mixed'): string | undefined {
  const { isComposed, isSpoken } = toClaim(provenance, kind);
  if (provenance.hasRecording && !isSpoken) return undefined;
  return digitalSourceTypes[isComposed ? 'mixed' : kind];
}

function getTextSourceType({ text }: Provenance): string | undefined {
  if (text === undefined || text === 'person') return undefined;
  return text === 'ai' ? digitalSourceTypes.voice : digitalSourceTypes.mixed;
}

/** What a file states that is signed where all of it is made. */
export function toClaim(provenance: Provenance, kind: Claim['kind']): Claim {
  const { text, voices, isTranslated, language, hasRecording, hasMusic } = provenance;
  return {
    kind,
    isComposed: Boolean(hasRecording || hasMusic),
    isSpoken: voices.length > 0,
    isWritten: text !== undefined && text !== 'person',
    translatedInto: isTranslated ? [language] : [],
  };
}

/** What a server is asked to sign: it knows by its receipts what of the file it made. */
export function toReceipts(provenance: Provenance, kind: Claim['kind']) {
  const { isComposed, isWritten } = toClaim(provenance, kind);
  const made = [...(isWritten ? [provenance.writer] : []), ...provenance.voices];
  const receipts = [...new Set(made.flatMap(each => each?.receipt ?? []))].slice(0, mostReceipts);
  return { kind, isComposed, receipts };
}
