import { setImmediate as untilNextTurn } from 'node:timers/promises';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { joinArrays } from '#shared/join-arrays.ts';
import { getLanguage, type LanguageName, languages } from '#shared/languages.ts';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';
import { type StandardVoice, standardVoices } from '#shared/voices.ts';
import { readPriorities } from '../../../tests/support/linux-process.ts';
import { computeLevel, computePeak, computePitchHz } from '../../../tests/support/measure-sound.ts';
import { sentences } from '../../../tests/support/sentences.ts';
import { testRows } from '../../../tests/support/test-rows.ts';
import { createOfflineSpeech, type OfflineSpeech } from './speech.ts';

const speech = createOfflineSpeech();
afterAll(() => speech.close());

const never = new AbortController().signal;
const rateHz = 22_050;

interface Wanted {
  readonly language?: LanguageName;
  readonly voice?: StandardVoice;
  readonly by?: OfflineSpeech;
}

async function start(
  text: string,
  { language = 'English', voice = 'nova', by = speech }: Wanted = {},
  signal = never,
) {
  const sound = await by.speak({ text, voice, language: getLanguage(language), signal });
  if (sound.format !== 'pcm') throw new TypeError('Offline speech gives plain samples.');
  expect(sound.sampleRateHz).toBe(rateHz);
  return sound.samples;
}

async function speak(text: string, wanted?: Wanted): Promise<Float32Array> {
  const pieces: Float32Array[] = [];
  for await (const piece of await start(text, wanted)) pieces.push(piece);
  return joinArrays(Float32Array, pieces);
}

describe('every language', () => {
  it.each(languages)('$name is spoken, at a healthy level and its own pace', async language => {
    const { name } = language;
    const sound = await speak(sentences[name].join(' '), { language: name, voice: 'fable' });
    expect(computeLevel(sound)).toBeGreaterThan(0.05);
    expect(computePeak(sound)).toBeGreaterThan(0.4);
    expect(computePeak(sound)).toBeLessThan(0.85);
    // What a script may hold for its video: spoken in that time, and not in a rush.
    const minutes = sound.length / rateHz / 60;
    const pace =
      countSpokenUnits(language, sentences[name].join(' ')) / minutes / language.speakingRate.perMinute;
    expect(pace).toBeGreaterThan(0.85);
    expect(pace).toBeLessThan(1.5);
  });

  it('speaks with a voice of its own, but for two that borrow their neighbour’s', () => {
    const borrowed = languages.flatMap(language => {
      const support = speech.getLanguageSupport(language);
      return support.kind === 'spoken' ? [] : [[language.name, support]];
    });
    expect(borrowed).toEqual([
      ['Galician', { kind: 'borrowed', from: 'Spanish' }],
      ['Tagalog', { kind: 'borrowed', from: 'Indonesian' }],
    ]);
  });
});

describe('the five voices', () => {
  testRows(
    ['English', 'Chinese', 'Arabic', 'Vietnamese', 'Finnish', 'Galician'],
    language => language === 'Chinese',
  )('differ by at least a tenth in pitch in %s, and are as loud as each other', async language => {
    const text = sentences[language].join(' ');
    const sounds = await Promise.all(standardVoices.map(voice => speak(text, { language, voice })));
    const pitches = sounds.map(sound => computePitchHz(sound, rateHz)).sort((a, b) => a - b);
    for (const [index, pitch] of pitches.slice(1).entries())
      expect(pitch / (pitches[index] ?? 0)).toBeGreaterThan(1.1);
    const levels = sounds.map(computeLevel);
    expect(Math.max(...levels) / Math.min(...levels)).toBeLessThan(1.5);
  });

  it('say the same text the same way, whatever was said in between', async () => {
    const text = 'A calm river runs through the valley.';
    const before = await speak(text, { voice: 'onyx' });
    await speak('Шумный город! [[h@l]] <break time="3s"/>', { language: 'Russian', voice: 'shimmer' });
    expect(await speak(text, { voice: 'onyx' })).toEqual(before);
  });
});

describe('what is written', () => {
  it('reads Japanese by the reading of its characters', async () => {
    const written = await speak('東京は今日も晴れです。', { language: 'Japanese' });
    const spelled = await speak('トーキョーは きょうも はれです。', { language: 'Japanese' });
    expect(written.length / spelled.length).toBeGreaterThan(0.8);
    expect(written.length / spelled.length).toBeLessThan(1.25);
  });

  it('says foreign words in Japanese and Hebrew instead of spelling them', async () => {
    const foreign = 'These beautiful elephants remember everything';
    const english = await speak(foreign);
    for (const language of ['Japanese', 'Hebrew'] as const) {
      const sound = await speak(
        `${foreign} ${language === 'Hebrew' ? 'שלום עולם, זה טקסט בעברית' : 'です'}`,
        { language },
      );
      expect(sound.length / english.length).toBeLessThan(3);
    }
  });

  it('drops markup and commands instead of obeying them', async () => {
    const plain = await speak('hello there, you');
    expect(await speak('<speak>hello <b>there</b>,<break time="60s"/> you</speak>')).toEqual(plain);
    expect((await speak('hello [[h@l]] there & you &lt;break time="60s"/&gt;')).length).toBeLessThan(
      10 * rateHz,
    );
  });

  it('pauses longer between paragraphs than between sentences, and clicks nowhere', async () => {
    const sentencesOnly = await speak('One sentence. Another sentence.');
    const paragraphs = await speak('One sentence.\n\nAnother sentence.');
    expect(paragraphs.length - sentencesOnly.length).toBeGreaterThan(0.2 * rateHz);
    for (const sound of [sentencesOnly, paragraphs]) {
      expect(Math.abs(sound[0] ?? 1)).toBeLessThan(0.001);
      expect(Math.abs(sound.at(-1) ?? 1)).toBeLessThan(0.001);
    }
  });

  it.each([
    ['pictures only', '😀🎬 👍🏽'],
    ['signs only', '... !!! ---'],
    ['nothing', ' \u0000\u200b'],
    ['a script that no voice speaks', 'ᚠᚢᚦᚨᚱᚲ ᚷᚹ'],
    ['another script than the language’s', '这是一段中文文本'],
  ])('refuses %s with a clear sentence', async (_, text) => {
    await expect(speak(text)).rejects.toMatchObject({
      code: 'unspeakable_script',
      filled: expect.anything(),
    });
  });

  it.each([
    ['NUL', 'hello\u0000 there'],
    ['lone surrogates', 'hello \ud800 there \udfff'],
    ['a hundred thousand marks on a letter', `e${'\u0301'.repeat(100_000)} hello`],
    ['direction controls', 'hello \u202e\u2066there\u2069'],
    ['a word without an end', 'abcdefgh'.repeat(500)],
    ['a number without an end', '1'.repeat(2000)],
    ['many line ends', `${'\n'.repeat(50_000)}hello`],
    ['formats of C', '%s%n%d%x hello %999999d'],
    ['half markup', '<<<<a <b & &#0; &amp &lt;speak hello </'],
    ['a foreign word', 'They travel to 東京 and on to Θεσσαλονίκη.'],
    ['a word in letters that another voice reads', 'They travel to 서울 and Երևան.'],
    ['letters with marks, and signs', '“Café Łódź” – 20 °C, £5 & ½…'],
  ])('copes with %s', async (_, text) => {
    expect(computePeak(await speak(text))).toBeGreaterThan(0.1);
  });
});

describe('long texts', () => {
  // About an hour of speech, 50,000 characters.
  const long = `${sentences.English.join(' ')}\n\n`.repeat(250);

  it('come piece by piece, while nothing much is kept', { tags: 'long', timeout: 300_000 }, async () => {
    // One thread, which has spoken before: what each takes for itself is not measured.
    const by = createOfflineSpeech({ maxThreads: 1 });
    onTestFinished(() => by.close());
    await speak('hello', { by });
    let seconds = 0;
    let largest = 0;
    const before = process.memoryUsage().rss;
    for await (const piece of await start(long, { by })) {
      seconds += piece.length / rateHz;
      largest = Math.max(largest, piece.length / rateHz);
    }
    expect(seconds).toBeGreaterThan(2000);
    expect(largest).toBeLessThan(30);
    // The sound as a whole takes about 300 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  it('are not spoken on when nobody listens', async () => {
    for await (const _ of await start(long)) break;
    // Another text has its turn at once.
    expect((await speak('hello')).length).toBeGreaterThan(0);
  });

  it('stop when they are cancelled, and others go on', async () => {
    const controller = new AbortController();
    const samples = await start(long, {}, controller.signal);
    const reading = (async () => {
      for await (const _ of samples) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: 'client_closed' });
    await expect(start('hello', {}, controller.signal)).rejects.toMatchObject({ code: 'client_closed' });
    expect((await speak('hello')).length).toBeGreaterThan(0);
  });
});

describe('the threads', () => {
  it('leave the server its turn while they speak', async () => {
    let turns = 0;
    let isSpeaking = true;
    const counting = (async () => {
      while (isSpeaking) {
        turns++;
        await untilNextTurn();
      }
    })();
    await speak(sentences.English.join(' ').repeat(5));
    isSpeaking = false;
    await counting;
    expect(turns).toBeGreaterThan(50);
  });

  it.runIf(process.platform === 'linux')('go after the thread that answers everybody', async () => {
    await speak('Good evening.');
    const priorities = readPriorities(process.pid);
    expect(priorities).toContain(0);
    expect(priorities).toContain(5);
  });

  it('are ended and replaced when they hang', async () => {
    const impatient = createOfflineSpeech({ utteranceTimeoutMs: 1 });
    const request = {
      text: 'hello',
      voice: 'nova',
      language: getLanguage('English'),
      signal: never,
    } as const;
    // One millisecond is too short even to start, so every thread counts as hanging.
    for (let times = 0; times < 2; times++) {
      await expect(impatient.speak(request)).rejects.toMatchObject({
        code: 'internal',
        message: t(engineMessages.speechTooSlow),
      });
    }
    await impatient.close();
  });

  it('are closed for good', async () => {
    const closed = createOfflineSpeech();
    await closed.close();
    const request = {
      text: 'hello',
      voice: 'nova',
      language: getLanguage('English'),
      signal: never,
    } as const;
    await expect(closed.speak(request)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
