import { z } from 'zod';
import type { OwnVoicesAnswer } from '#shared/api/voices.ts';
import { languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { describeOwnVoice } from '../voices/own-voices.ts';
import { addTool, hints, type ToolHost } from './tool.ts';

const voiceFields = z.object({ name: z.string(), plan: z.string(), description: z.string() });
const ownVoiceFields = z.object({
  voice: z.string(),
  name: z.string(),
  plan: z.string(),
  languages: z.array(z.string()),
  sex: z.string().optional(),
  age: z.string().optional(),
  description: z.string(),
});
/** A provider may have thousands. */
const maxOwnVoices = 100;
const languageFields = z.object({ name: z.string(), code: z.string(), native_name: z.string() });

export type ListOwnVoices = (signal: AbortSignal) => Promise<OwnVoicesAnswer>;

export function addListTools(host: ToolHost, listOwnVoices: ListOwnVoices): void {
  addTool(host, {
    name: 'list_voices',
    title: 'List voices',
    description:
      "Lists the voices that can speak a narration, and providers' own voices, such as PROVIDER:ID: name, plan, and what they sound like.",
    input: z.object({
      search: z.string().max(100).optional().describe("In names, languages and traits of providers' own"),
    }),
    output: z.object({
      voices: z.array(voiceFields),
      own_voices: z.array(ownVoiceFields),
      own_voices_in_all: z.int(),
    }),
    hints: hints.looksUp,
    async run({ search = '' }, { signal }) {
      const own = (await listOwnVoices(signal)).voices.filter(voice =>
        describeOwnVoice(voice).toLowerCase().includes(search.trim().toLowerCase()),
      );
      const shown = own.slice(0, maxOwnVoices);
      const voices = voiceCatalogue.map(({ name, plan, tags }) => ({
        name,
        plan,
        description: tags.join(' '),
      }));
      const text = voices
        .map(({ name, plan, description }) => `${name} (${plan}): ${description}`)
        .join('\n');
      const more = own.length > shown.length ? [`… and ${own.length - shown.length} more: use search`] : [];
      return {
        text: [text, ...shown.map(describeOwnVoice), ...more].join('\n'),
        fields: {
          voices,
          own_voices: shown.map(({ tags, ...voice }) => ({ ...voice, description: tags.join(' ') })),
          own_voices_in_all: own.length,
        },
      };
    },
  });

  addTool(host, {
    name: 'list_languages',
    title: 'List languages',
    description: 'Lists the languages in which narrations can be written, translated and spoken.',
    input: z.object({}),
    output: z.object({ languages: z.array(languageFields) }),
    hints: hints.reads,
    async run() {
      const named = languages.map(({ name, code, nativeName }) => ({ name, code, native_name: nativeName }));
      return {
        text: named.map(({ name, code }) => `${name} (${code})`).join(', '),
        fields: { languages: named },
      };
    },
  });
}
