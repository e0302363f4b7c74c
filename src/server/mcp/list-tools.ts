import { z } from 'zod';
import { languages } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { addTool, hints, type ToolHost } from './tool.ts';

const voiceFields = z.object({ name: z.string(), plan: z.string(), description: z.string() });
const languageFields = z.object({ name: z.string(), code: z.string(), native_name: z.string() });

/** `list_voices` and `list_languages`. */
export function addListTools(host: ToolHost): void {
  addTool(host, {
    name: 'list_voices',
    title: 'List voices',
    description: 'Lists the voices that can speak a narration: name, plan, and what they sound like.',
    input: z.object({}),
    output: z.object({ voices: z.array(voiceFields) }),
    hints: hints.reads,
    async run() {
      const voices = voiceCatalogue.map(({ name, plan, tags }) => ({
        name,
        plan,
        description: tags.join(' '),
      }));
      const text = voices
        .map(({ name, plan, description }) => `${name} (${plan}): ${description}`)
        .join('\n');
      return { text, fields: { voices } };
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
