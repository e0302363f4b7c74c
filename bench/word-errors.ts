import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadEspeak } from '../src/engines/offline/speech/espeak.ts';
import { finishSound } from '../src/engines/offline/speech/finish-sound.ts';
import { toFliteText } from '../src/engines/offline/speech/flite-text.ts';
import { getEnglishVoice } from '../src/engines/offline/speech/flite-voices.ts';
import { getEspeakSettings, premiumVariants } from '../src/engines/offline/speech/offline-voices.ts';
import { speakEnglish } from '../src/engines/offline/speech/speak-english.ts';
import { createResampler } from '../src/media/sound/resample.ts';
import { joinArrays } from '../src/shared/join-arrays.ts';
import { standardVoices, type Voice } from '../src/shared/voices.ts';
import { englishSentences } from './english-sentences.ts';

/** Of both programs, as the product sets them. */
const sampleRateHz = 22_050;
/** What the recogniser listens to. */
const heardRateHz = 16_000;
const silenceSeconds = 0.3;
/** Debian's packages pocketsphinx and pocketsphinx-en-us. */
const modelFolder = '/usr/share/pocketsphinx/model/en-us';

type Speak = (text: string, voice: Voice) => Promise<Float32Array>;

const espeak = await loadEspeak(premiumVariants);
const programs: Readonly<Record<string, Speak>> = {
  flite: (text, voice) => speakEnglish(toFliteText(text) ?? '', getEnglishVoice(voice)),
  'espeak-ng': async (text, voice) =>
    finishSound(espeak.speak(text, getEspeakSettings('en', voice)), sampleRateHz),
};

/** What a recogniser hears of each sentence. */
async function listen(speak: (text: string) => Promise<Float32Array>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'benshi-words-'));
  try {
    for (const [at, sentence] of englishSentences.entries())
      writeFileSync(join(folder, `${at}.raw`), prepareToListen(await speak(sentence)));
    writeFileSync(join(folder, 'list'), englishSentences.map((_, at) => `${at}\n`).join(''));
    const heard = join(folder, 'heard');
    const model = ['-hmm', `${modelFolder}/en-us`, '-lm', `${modelFolder}/en-us.lm.bin`];
    const words = ['-dict', `${modelFolder}/cmudict-en-us.dict`, '-maxhmmpf', '5000', '-adcin', 'yes'];
    const files = ['-cepdir', folder, '-cepext', '.raw', '-ctl', join(folder, 'list'), '-hyp', heard];
    execFileSync('pocketsphinx_batch', [...model, ...words, ...files], { stdio: 'ignore' });
    const lines = readFileSync(heard, 'utf8').split('\n');
    return englishSentences.map((_, at) => (lines[at] ?? '').replace(/\([^()]*\)\s*$/u, ''));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function prepareToListen(samples: Float32Array): Buffer {
  const silence = new Float32Array(Math.round(silenceSeconds * sampleRateHz));
  const resampler = createResampler(sampleRateHz, heardRateHz);
  const padded = joinArrays(Float32Array, [silence, samples, silence]);
  const heard = joinArrays(Float32Array, [resampler.add(padded), resampler.finish()]);
  // With a floor of noise: rooms are not silent, and the recogniser's logarithms need it.
  return Buffer.from(
    Int16Array.from(heard, (sample, at) => Math.round(sample * 32_000) + ((at * 7919) % 7) - 3).buffer,
  );
}

/** Words that are missing, wrong or too many. */
function countErrors(said: readonly string[], heard: readonly string[]): number {
  let row = Array.from({ length: heard.length + 1 }, (_, at) => at);
  for (const [at, word] of said.entries()) {
    const next = [at + 1];
    for (const [column, other] of heard.entries()) {
      const replaced = (row[column] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/gu) ?? [];
}

// Prints a table of voices and programs. It takes minutes for each.
const all = englishSentences.flatMap(splitWords).length;
for (const voice of standardVoices)
  for (const [program, speak] of Object.entries(programs)) {
    const heard = await listen(text => speak(text, voice));
    const errors = englishSentences.map((said, at) =>
      countErrors(splitWords(said), splitWords(heard[at] ?? '')),
    );
    const share = errors.reduce((sum, count) => sum + count, 0) / all;
    console.log(`${voice}\t${program}\t${(100 * share).toFixed(1)} %`);
  }
