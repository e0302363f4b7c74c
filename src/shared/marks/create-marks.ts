import type { Claim } from '../api/content-credentials.ts';
import type { Source } from '../api/fields.ts';
import { maxReceipts } from '../limits.ts';
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

function describeText({ heardBy, isHeardInPart, ...provenance }: Provenance): string {
  if (!heardBy) return describeWritten(provenance);
  const { text, writer, isRewritten, isTranslated } = provenance;
  const who = { recogniser: describeSource(heardBy) };
  if (isHeardInPart)
    return [describeWritten(provenance), t(messages.heardInPart, who)].filter(Boolean).join(' ');
  const isEdited = text !== 'ai';
  if (isTranslated && writer) {
    const message = isEdited ? messages.textHeardTranslatedEdited : messages.textHeardTranslated;
    return t(message, { ...who, writer: describeSource(writer) });
  }
  if (isRewritten) return t(isEdited ? messages.textHeardChangedEdited : messages.textHeardChanged, who);
  return t(isEdited ? messages.textHeardAndEdited : messages.textHeard, who);
}

function describeWritten({ text, writer, isRewritten, isTranslated }: Provenance): string {
  if (text === undefined) return '';
  if (text === 'unknown') return t(messages.textUnknown);
  if (text === 'person' || !writer) return t(isRewritten ? messages.textRewritten : messages.textByPerson);
  const by = { writer: describeSource(writer) };
  if (text === 'ai') return t(isTranslated ? messages.textTranslated : messages.textByAi, by);
  return t(isTranslated ? messages.textTranslatedAndEdited : messages.textByBoth, by);
}

export function describeSource({ provider, model }: Source): string {
  return model ? t(messages.writer, { provider, model }) : provider;
}

function getSoundSourceType(provenance: Provenance, kind: 'voice' | 'mixed'): string | undefined {
  const claim = toClaim(provenance, kind);
  return provenance.hasRecording && !claim.isSpoken ? undefined : getSpokenSourceType(claim);
}

/** Of a file with a synthetic voice. */
export function getSpokenSourceType({ kind, isComposed, isAlgorithmic }: Claim): string {
  const isMixed = isComposed || kind === 'mixed';
  if (isAlgorithmic) return digitalSourceTypes[isMixed ? 'unknown' : 'algorithmic'];
  return digitalSourceTypes[isMixed ? 'mixed' : 'voice'];
}

function getTextSourceType({ text, isHeardInPart }: Provenance): string | undefined {
  if (!isByMachine(text) && !isHeardInPart) return undefined;
  return text === 'ai' ? digitalSourceTypes.voice : digitalSourceTypes.mixed;
}

function isByMachine(text: Provenance['text']): boolean {
  return text === 'ai' || text === 'ai and person';
}

/** What a file states that is signed where all of it is made. */
export function toClaim(provenance: Provenance, kind: Claim['kind']): Claim {
  const { text, writer, heardBy, voices, isTranslated, language, hasRecording, hasMusic } = provenance;
  return {
    kind,
    isComposed: Boolean(hasRecording || hasMusic),
    isSpoken: voices.length > 0,
    isAlgorithmic: voices.length > 0 && voices.every(voice => voice.isAlgorithmic),
    // To hear words is not to write them.
    isWritten: isByMachine(text) && (writer !== undefined || !heardBy),
    translatedInto: isTranslated ? [language] : [],
  };
}

/** What a server is asked to sign: it knows by its receipts what of the file it made. */
export function toReceipts(provenance: Provenance, kind: Claim['kind']) {
  const { isComposed, isWritten } = toClaim(provenance, kind);
  const made = [...(isWritten ? [provenance.writer] : []), ...provenance.voices];
  const receipts = [...new Set(made.flatMap(each => each?.receipt ?? []))].slice(0, maxReceipts);
  return { kind, isComposed, receipts };
}
