import { expect, test } from 'vitest';
import { getSoundKey } from '#shared/narration/project.ts';
import { projectSchema } from '#shared/narration/project-schema.ts';
import { convertTakes } from './convert-takes.ts';

const owner = 'benshi.free-page';
const identity = { name: 'cars.mp4', sizeBytes: 9, lastModifiedMs: 1 };
const videoId = JSON.stringify(['cars.mp4', 9, 1]);
const take = {
  id: 'one',
  owner,
  videoId,
  number: 1,
  script: 'Cars go by.\nOne stops.',
  scriptLanguage: 'English',
  prompt: 'calmly',
  language: 'English',
  voice: 'nova',
  madeAtMs: 1000,
};
const mp3 = new Blob(['sound']);
const convert = (old: Partial<Parameters<typeof convertTakes>[0]>) =>
  convertTakes({ takes: [], videos: new Map(), drafts: new Map(), ...old });

test('the takes of a video become the versions of one narration, and its video comes back', () => {
  const second = { ...take, id: 'two', number: 2, script: 'Cars.', madeAtMs: 2000 };
  const kept = { identity, type: 'video/mp4', copyName: 'copy' };
  const { projects, videos } = convert({ takes: [second, take], videos: new Map([[owner, kept]]) });
  expect(projects).toHaveLength(1);
  const [{ project, form, id } = expect.fail()] = projects;
  expect(projectSchema.safeParse(project).error).toBeUndefined();
  expect(project.video?.name).toBe('cars.mp4');
  expect(project.narrations.map(({ lines }) => lines.map(({ text }) => text))).toEqual([
    ['Cars go by.', 'One stops.'],
    ['Cars.'],
  ]);
  expect(form).toMatchObject({ prompt: 'calmly', voice: 'nova' });
  expect(videos.get(id)).toEqual(kept);
});

test('lines with times keep their times, locks and sounds', () => {
  const line = { text: 'Cars.', mp3, seconds: 1, voice: 'nova', language: 'English', before: 'Many cars.' };
  const timed = { ...take, script: '[0:01] Cars.\n[0:04.5] None.', lines: [line], lockedSeconds: [4.5] };
  const { projects, sounds } = convert({ takes: [timed] });
  const narration = projects[0]?.project.narrations[0];
  expect(narration).toMatchObject({
    style: 'timed',
    language: 'English',
    settings: { voice: 'nova' },
    lines: [
      { startMs: 1000, text: 'Cars.', isLocked: false, before: 'Many cars.' },
      { startMs: 4500, text: 'None.', isLocked: true },
    ],
  });
  expect(sounds.map(({ key }) => key)).toEqual([
    getSoundKey('Cars.', { voice: 'nova', language: 'English' }),
  ]);
});

test('a recording is found by what was spoken', () => {
  const sound = { audio: mp3, voice: 'onyx', speakerId: 'offline', chosenLanguage: 'English' };
  const { sounds } = convert({ takes: [{ ...take, scriptLanguage: undefined, sound }] });
  expect(sounds).toHaveLength(1);
  expect(sounds[0]?.key).toBe(getSoundKey(take.script, { voice: 'onyx', provider: 'offline' }));
});

test('what was in the fields comes back, a text that was no take yet too', () => {
  const draft = { script: 'My own words.', prompt: 'for children', language: 'French', video: identity };
  const { projects } = convert({ takes: [take], drafts: new Map([[owner, draft]]) });
  expect(projects).toHaveLength(1);
  const [{ project, narrationId, form } = expect.fail()] = projects;
  expect(project.narrations.map(({ lines }) => lines.length)).toEqual([2, 1]);
  expect(project.narrations.find(({ id }) => id === narrationId)?.lines[0]?.text).toBe('My own words.');
  expect(form).toMatchObject({ prompt: 'for children', language: 'French' });
  const alone = convert({ drafts: new Map([[owner, { ...draft, script: '', video: undefined }]]) });
  expect(alone.projects[0]?.form.prompt).toBe('for children');
});

test('damaged takes and drafts are left out', () => {
  const { projects, sounds } = convert({
    takes: [{ ...take, script: 7 }, 'nothing', { ...take, sound: 7, videoId: 'no JSON' }],
    drafts: new Map([[owner, { prompt: 7 }]]),
  });
  expect(projects).toHaveLength(1);
  expect(projects[0]?.project.narrations).toHaveLength(1);
  expect(sounds).toEqual([]);
});
