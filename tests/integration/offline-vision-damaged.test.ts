// @module-tag long
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { engineMessages } from '#shared/messages/engine-errors.ts';
import { t } from '#shared/messages/message.ts';
import { listChildren, waitUntil } from '../support/child-processes.ts';
import { copyOfflineVision, type OfflineVisionCopy } from '../support/copy-offline-vision.ts';
import { makeTitleJpeg } from '../support/offline-vision.ts';
import { testRows } from '../support/test-rows.ts';

const weights = '@vladmandic/human/models/centernet.bin';
const english = '@tesseract.js-data/eng';
const model = `${english}/4.0.0_best_int/eng.traineddata.gz`;

const noThings = (reason: string) => `${t(engineMessages.objectsNotRecognised)} ${reason}`;
const noPrint = (reason: string) => `${t(engineMessages.textNotRecognised)} ${reason}`;
const intactAnswer = { lines: ['THE END'], faults: [], note: [] };

let copy: OfflineVisionCopy;
let title: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  copy = await copyOfflineVision();
  title = await makeTitleJpeg();
});
afterAll(() => copy[Symbol.asyncDispose]());

/** Waits until the idle child ends; the next one loads the files again. */
async function waitForRest(): Promise<void> {
  await waitUntil(() => listChildren(copy.server.pid).length === 0);
}

beforeEach(async () => {
  await copy.restore();
  await waitForRest();
});

test('intact files work, and repaired ones again, without a restart', {
  tags: 'long',
}, async () => {
  expect(await copy.analyse([title])).toMatchObject(intactAnswer);
  await copy.damage(weights);
  await waitForRest();
  const fault = noThings('centernet.bin of @vladmandic/human 3.3.6 is damaged, or of another version.');
  const damaged = { lines: ['THE END'], things: [], faults: [fault], note: [fault] };
  expect(await copy.analyse([title])).toMatchObject(damaged);
  await copy.restore();
  await waitForRest();
  expect(await copy.analyse([title])).toMatchObject(intactAnswer);
});

test('a broken file is logged once, not for every narration', {
  tags: 'long',
}, async () => {
  const { warnings: before } = await copy.analyse([title]);
  await copy.damage(weights);
  await waitForRest();
  await copy.analyse([title]);
  const { warnings } = await copy.analyse([title, title]);
  expect(warnings.slice(before.length)).toEqual([
    noThings('centernet.bin of @vladmandic/human 3.3.6 is damaged, or of another version.'),
  ]);
});

testRows(
  [
    ['weights', weights, noThings('centernet.bin of @vladmandic/human 3.3.6 cannot be read.')],
    [
      'a program',
      '@vladmandic/human/dist/tfjs.esm.js',
      noThings('tfjs.esm.js of @vladmandic/human 3.3.6 cannot be read.'),
    ],
    [
      'a package',
      '@vladmandic/human',
      noThings('The package @vladmandic/human 3.3.6 is not installed, or damaged.'),
    ],
  ],
  ([what]) => what === 'weights',
)(
  'without %s of the detector, text is still read, and one message names what is missing',
  async (_, path, fault) => {
    await copy.remove(path);
    const found = { lines: ['THE END'], things: [], faults: [fault], note: [fault] };
    expect(await copy.analyse([title])).toMatchObject(found);
  },
);

test('a damaged text model is reported, and objects are still recognised', { tags: 'long' }, async () => {
  await copy.damage(model);
  const fault = noPrint(
    'The file eng/4.0.0_best_int/eng.traineddata.gz of the reader of print is damaged, or of another version.',
  );
  expect(await copy.analyse([title])).toMatchObject({ lines: [], faults: [fault], note: [fault] });
});

test('a missing language is reported once, with the command that installs it', {
  tags: 'long',
}, async () => {
  await copy.remove(english);
  const { lines, faults, note } = await copy.analyse([title]);
  expect(lines).toEqual([]);
  expect(faults).toEqual([t(engineMessages.textDataMissing, { languages: 'eng', packages: english })]);
  expect(note).toEqual(faults);
});

test('without any recogniser, frames are still measured', async () => {
  await copy.damage(weights);
  await copy.damage(model);
  const { code, faults } = await copy.analyse([title, title]);
  expect(code).toBeUndefined();
  expect(new Set(faults).size).toBe(2);
});
