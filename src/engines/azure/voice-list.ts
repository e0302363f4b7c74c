import { z } from 'zod';
import { shareTask } from '#shared/async/shared-task.ts';
import { type LanguageName, languages } from '#shared/languages.ts';
import type { Manner } from '#shared/speech.ts';
import type { EngineVoice } from '../ports.ts';
import { withCost } from '../provider/failure.ts';
import { listOf, readAnswer } from '../provider/written-text.ts';
import type { Connection } from './speech-connection.ts';

const freshMs = 15 * 60_000;

/** The fields of `GET …/voices/list` that are read: …/speech-service/rest-text-to-speech, "Get a list of voices". */
const voiceSchema = z.object({
  ShortName: z.string(),
  DisplayName: z.string(),
  Gender: z.string().nullish(),
  Locale: z.string(),
  LocaleName: z.string().nullish(),
  SecondaryLocaleList: z.array(z.string()).nullish(),
  StyleList: z.array(z.string()).nullish(),
  Status: z.string().nullish(),
});
const listSchema = listOf(voiceSchema);

export type ListedVoice = z.infer<typeof voiceSchema>;

export interface VoiceList {
  /** @throws CodedError if the list cannot be read and none is cached */
  list(signal: AbortSignal): Promise<readonly ListedVoice[]>;
  /** Call when a listed voice turned out to be gone. */
  forget(): void;
}

/** The region's voices, cached for 15 minutes, and longer while they cannot be read; concurrent callers share a request. */
export function createVoiceList({ call, mapError }: Connection): VoiceList {
  let known: { readonly voices: readonly ListedVoice[]; readonly untilMs: number } | undefined;
  const read = shareTask(async signal => {
    try {
      const response = await call('/cognitiveservices/voices/list', { signal });
      const voices = readAnswer(listSchema, await response.json());
      known = { voices, untilMs: performance.now() + freshMs };
      return voices;
    } catch (error) {
      // Listing is free.
      const mapped = withCost(mapError(error, signal), true);
      if (!known || mapped.code === 'client_closed') throw mapped;
      return known.voices;
    }
  });
  return {
    list: async signal => (known && performance.now() < known.untilMs ? known.voices : read(signal)),
    forget() {
      known = undefined;
    },
  };
}

/** Codes of the vendor for ours, where they differ. */
const codes: Readonly<Record<string, string>> = { fil: 'tl' };
const names = new Map<string, LanguageName>(languages.map(({ code, name }) => [code, name]));

/** The language of a locale such as `en-US`; undefined if it is none of ours. */
export function findLanguage(locale: string): LanguageName | undefined {
  const [code = ''] = locale.toLowerCase().split('-');
  return names.get(codes[code] ?? code);
}

const sexes: Readonly<Record<string, EngineVoice['sex']>> = { Female: 'female', Male: 'male' };

/** Undefined for a voice that speaks none of our languages. */
export function describeVoice(voice: ListedVoice): EngineVoice | undefined {
  const { ShortName: id, DisplayName: name, Gender, Locale, LocaleName, Status } = voice;
  const others = voice.SecondaryLocaleList ?? [];
  const spoken = [...new Set([Locale, ...others].map(findLanguage))].filter(each => each !== undefined);
  if (spoken.length === 0) return undefined;
  // Such as `English (United Kingdom)`.
  const region = /\((?<region>[^()]+)\)/u.exec(LocaleName ?? '')?.groups?.region;
  const tags = [
    ...(region ? [region.toLowerCase()] : []),
    ...(others.length > 0 ? ['multilingual'] : []),
    ...(Status === 'Preview' ? ['preview'] : []),
    ...(voice.StyleList ?? []).map(style => style.toLowerCase()),
  ];
  return { id, name, languages: spoken, sex: sexes[Gender ?? ''], tags };
}

/** Styles for our manners, best first: …/speech-service/language-support, "Voice styles and roles". */
const styles: Readonly<Record<Manner, readonly string[]>> = {
  calm: ['calm', 'gentle', 'narration-relaxed'],
  friendly: ['friendly', 'affectionate', 'friendlycheerful'],
  cheerful: ['cheerful', 'happy', 'friendlycheerful'],
  excited: ['excited'],
  serious: ['serious'],
  sad: ['sad', 'saddisappointed'],
  angry: ['angry'],
  whispering: ['whispering'],
  shouting: ['shouting'],
};

/** The voice's style for a manner, if it has one. */
export function findStyle({ StyleList }: ListedVoice, manner: Manner): string | undefined {
  return styles[manner].find(style => StyleList?.includes(style));
}
