import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { MemoryFile } from '#media/browser/written-file.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { readSubtitles } from '#shared/narration/formats/read-subtitles.ts';
import { createId, createLine, createNarration, getSoundKey } from '#shared/narration/project.ts';
import { createTranslation } from '#shared/narration/translations.ts';
import { makeToneMp3 } from '../../../../../tests/support/make-mp3.ts';
import { unlessMissing } from '../../../../../tests/support/read-narrated-video.ts';
import { readZip } from '../../../../../tests/support/read-zip.ts';
import { makeTemporaryFolder } from '../../../../../tests/support/temporary-folder.ts';
import { run } from '../model/change-document.ts';
import { createEditorStore, type EditorState, type Sound } from '../model/editor-state.ts';
import { isSpoken, listSources, planSounds, planTracks } from './video-export.tsx';
import { writeLanguages, writeSound } from './write-sound.ts';

const starts = [0, 3, 6];
/** Of four scripts. */
const translated: readonly LanguageName[] = ['French', 'Russian', 'Japanese', 'Arabic', 'Polish'];
const texts: Partial<Record<LanguageName, readonly string[]>> = {
  English: ['A calm lake.', 'A boat comes.', 'It leaves.'],
  French: ['Un lac calme.', 'Un bateau arrive.', 'Il part.'],
  Russian: ['Тихое озеро.', 'Плывёт лодка.', 'Она уходит.'],
  Japanese: ['静かな湖。', '船が来る。', '去っていく。'],
  Arabic: ['بحيرة هادئة.', 'يأتي قارب.', 'يغادر.'],
  Polish: ['Spokojne jezioro.', 'Płynie łódź.', 'Odpływa.'],
};

/** A narration and its translations, of which all but one are spoken. @param isTimed also continuous ones have recordings */
async function makeState(unspoken: LanguageName, isTimed = true): Promise<EditorState> {
  const store = createEditorStore();
  const lines = starts.map((startSeconds, at) =>
    createLine({ text: texts.English?.[at] ?? '', startMs: isTimed ? startSeconds * 1000 : null }),
  );
  const style = isTimed ? 'timed' : 'continuous';
  const settings = { voice: 'nova' };
  const source = createNarration({ style, language: 'English', settings, lines });
  const narrations = translated.map(language =>
    createTranslation(
      source,
      {
        newId: createId(),
        language,
        texts: new Map(lines.map(({ id }, at) => [id, texts[language]?.[at] ?? ''])),
      },
      createId,
    ),
  );
  for (const narration of [source, ...narrations]) run(store, { type: 'addNarration', narration });
  const mp3 = new Blob([Uint8Array.from(await makeToneMp3({ hz: 400, seconds: 1 }))]);
  const sounds = [source, ...narrations].flatMap(({ language, lines: own }): Sound[] => {
    if (language === unspoken) return [];
    const spoken = isTimed ? own.map(({ text }) => text) : [own.map(({ text }) => text).join('\n')];
    return spoken.map(text => ({ key: getSoundKey(text, { voice: 'nova', language }), mp3, seconds: 1 }));
  });
  const file = new File(['video'], 'calm lake.mp4');
  store.setState({
    narrationId: narrations[1]?.id,
    sounds: new Map(sounds.map(sound => [sound.key, sound])),
    video: { file, facts: { durationSeconds: 9, width: 16, height: 9, hasSound: true } },
  });
  return store.getState();
}

async function zipSounds(state: EditorState) {
  const file = new MemoryFile();
  const { signal } = new AbortController();
  const progress: number[] = [];
  await writeLanguages(planSounds(listSources(state, undefined)).job, file, {
    noteProgress: ({ writtenSeconds, totalSeconds }) => progress.push(writtenSeconds / totalSeconds),
    async make(job, _place, noteProgress) {
      if (job.kind !== 'mp3') throw new Error('No sound.');
      const made = new MemoryFile();
      const { durationSeconds } = await writeSound(job, made, { signal, noteProgress });
      return { durationSeconds, file: made.readMade(), signature: undefined };
    },
  });
  return { zip: Buffer.from(await file.readMade().arrayBuffer()), progress };
}

/** As Python lists it, which checks every file; undefined where it is not installed. */
async function listByPython(zip: Buffer): Promise<string[] | undefined> {
  await using folder = await makeTemporaryFolder();
  const path = `${folder.path}/all.zip`;
  await writeFile(path, zip);
  const program =
    'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(json.dumps([z.testzip(), *z.namelist()]))';
  const listed = await promisify(execFile)('python3', ['-c', program, path]).catch(unlessMissing);
  if (!listed) return undefined;
  const [damaged, ...names] = JSON.parse(listed.stdout);
  expect(damaged).toBeNull();
  return names;
}

test('six languages of four scripts are a folder each, whose lines are those of the project file at the same times', async () => {
  const { zip, progress } = await zipSounds(await makeState('Polish'));
  const files = readZip(zip);
  const tags = ['en', 'fr', 'ru', 'ja', 'ar', 'pl'];
  const expected = tags.flatMap(tag =>
    (tag === 'pl' ? ['srt', 'vtt'] : ['mp3', 'srt', 'vtt']).map(
      ending => `${tag}/calm-lake.${tag}.${ending}`,
    ),
  );
  expect([...files.keys()]).toEqual(['calm-lake.benshi.json', ...expected]);
  expect((await listByPython(zip)) ?? [...files.keys()]).toEqual([...files.keys()]);
  const { narrations } = JSON.parse(String(files.get('calm-lake.benshi.json')));
  const [source] = narrations;
  for (const { language, lines } of narrations) {
    const { code } = getLanguage(language);
    const read = readSubtitles(String(files.get(`${code}/calm-lake.${code}.srt`)));
    expect(read.map(({ text }) => text)).toEqual(texts[language as LanguageName]);
    expect(read.map(({ startSeconds }) => startSeconds * 1000)).toEqual(
      lines.map(({ startMs }: { startMs: number }) => startMs),
    );
    if (code !== 'en')
      expect(lines.map(({ sourceLineId }: { sourceLineId: string }) => sourceLineId)).toEqual(
        source.lines.map(({ id }: { id: string }) => id),
      );
  }
  expect(progress.at(-1)).toBe(1);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
});

test('a narration without times has a sound for each language that is spoken', async () => {
  const { zip } = await zipSounds(await makeState('Arabic', false));
  expect([...readZip(zip).keys()]).toEqual([
    'calm-lake.benshi.json',
    ...['en', 'fr', 'ru', 'ja', 'pl'].map(tag => `${tag}/calm-lake.${tag}.mp3`),
  ]);
});

test('one video starts with the chosen language; one that is not spoken has only subtitles', async () => {
  const sources = listSources(await makeState('French'), undefined);
  const [first, ...others] = sources.filter(isSpoken).toReversed();
  if (!first) throw new Error('Nothing is spoken.');
  const file = new File([''], 'lake.mp4');
  const plan = { container: 'mp4' } as Parameters<typeof planTracks>[1]['plan'];
  const all = [first, ...others, ...sources.filter(source => !isSpoken(source))] as const;
  const choice = { sound: 'mixed', audioTrack: undefined, keepsOriginal: false } as const;
  const { job } = planTracks(all, { file, plan }, { ...choice, hasSubtitles: true });
  expect(job.language).toBe('Polish');
  expect(
    job.others?.map(({ language, voice, subtitles }) => [language, voice !== undefined, subtitles.length]),
  ).toEqual([
    ['Arabic', true, 3],
    ['Japanese', true, 3],
    ['Russian', true, 3],
    ['English', true, 3],
    ['French', false, 3],
  ]);
  const { job: bare } = planTracks(all, { file, plan }, { ...choice, hasSubtitles: false });
  expect(bare.others?.map(({ language }) => language)).not.toContain('French');
});
