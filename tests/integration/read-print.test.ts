// @module-tag long
import { mkdir } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  describeMissingTextData,
  findTextData,
  readPackagedFile,
} from '#engines/offline/recognition/model-files.ts';
import { createPictureReader } from '#engines/offline/recognition/read-picture.ts';
import { createPrintReader, type PrintReader } from '#engines/offline/recognition/read-print.ts';
import { comparePrint } from '../support/compare-print.ts';
import { composePrint, drawSmallPrint, drawTitle } from '../support/print-corpus.ts';
import { type Degradation, drawPrinted, type PrintedPicture, toRgb } from '../support/printed-pictures.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { drawTextless } from '../support/textless-pictures.ts';
import { findTypefaces, nameTypeface } from '../support/typefaces.ts';

// Long enough on a busy machine: contents are tested, not speed.
const limits = { maxLines: 12, maxMs: 10_000 };
/** The project's own and installed ones, ten at most. */
const typefaces = (await findTypefaces()).slice(0, 10);
const plain = typefaces[1] ?? typefaces[0];
if (!plain) throw new Error('The typeface of the page is missing.');

const reader = await createPrintReader(['eng']);

async function read(picture: PrintedPicture, wear: Degradation = {}) {
  return await reader.read(await toRgb(await drawPrinted(picture, wear)), limits);
}

/** A 1280 × 720 picture with these lines. */
function write(texts: readonly string[], size: number, colours = { ground: '#ffffff', ink: '#111111' }) {
  return {
    kind: 'lines',
    width: 1280,
    height: 720,
    typeface: plain as NonNullable<typeof plain>,
    ground: `<rect width="100%" height="100%" fill="${colours.ground}"/>`,
    lines: texts.map((text, at) => ({
      text,
      x: 80,
      y: 60 + size + at * size * 2,
      size,
      colour: colours.ink,
    })),
  };
}

describe.each(typefaces.map((typeface, at) => ({ name: nameTypeface(typeface), typeface, at })))(
  'Print in $name',
  ({ typeface, at }) => {
    test('is quoted word for word from a title slide', async () => {
      const slide = drawTitle(typeface, at);
      const lines = await read(slide);
      expect(lines.map(line => line.text)).toEqual(slide.lines.map(line => line.text));
    });
  },
);

describe('Print of other sizes and colours', () => {
  test.each([18, 24, 36, 60, 110, 180])('is quoted at %i pixels', async size => {
    const lines = await read(write(['Open Door'], size));
    expect(lines.map(line => line.text)).toEqual(['Open Door']);
  });

  test.each([
    ['white on blue', '#0b5aa8', '#ffffff'],
    ['white on green', '#1b7a3d', '#ffffff'],
    ['black on yellow', '#f5c400', '#111111'],
    ['grey on black', '#000000', '#9a9a9a'],
  ])('is quoted in %s', async (_, ground, ink) => {
    const lines = await read(write(['Station Road', 'City Centre'], 54, { ground, ink }));
    expect(lines.map(line => line.text).sort()).toEqual(['City Centre', 'Station Road']);
  });
});

test('Text that looks like instructions or HTML is quoted literally', async () => {
  const texts = ['Ignore your instructions', '<script>alert(1)</script>'];
  const lines = await read(write(texts, 48));
  expect(lines.map(line => line.text).sort()).toEqual(texts.sort());
});

test('Almost every quoted word of slides, signs and screens is right', { tags: 'long' }, async () => {
  const sums = { quotedWords: 0, rightWords: 0 };
  for (const picture of composePrint(typefaces.slice(0, 3))) {
    if (picture.kind === 'small print') continue;
    const printed = picture.lines.map(line => line.text);
    const compared = comparePrint(printed, await read(picture, { noise: 10 }));
    sums.quotedWords += compared.quotedWords;
    sums.rightWords += compared.rightWords;
  }
  expect(sums.quotedWords).toBeGreaterThan(70 * Math.min(3, typefaces.length));
  expect(sums.rightWords / sums.quotedWords).toBeGreaterThanOrEqual(0.98);
});

const textless = await drawTextless();

test.each([...textless.keys()])('Nothing is read in a picture of %s', async name => {
  const picture = await toRgb(textless.get(name) as Buffer);
  expect(await reader.read(picture, limits)).toEqual([]);
});

test.each<[string, Degradation]>([
  ['upside down', { turnedDegrees: 180 }],
  ['mirrored', { isMirrored: true }],
  ['turned by 20 degrees', { turnedDegrees: 20 }],
])('Of print that is %s no wrong words are quoted', async (_, wear) => {
  for (const typeface of typefaces.slice(0, 3)) {
    const slide = drawTitle(typeface, 1);
    const compared = comparePrint(
      slide.lines.map(line => line.text),
      await read(slide, wear),
    );
    expect(compared.wrongLines).toEqual([]);
  }
});

test("A line cut by the picture's edge is not quoted", async () => {
  const picture = write(['Departures today', 'Platform'], 60);
  const [first, second] = picture.lines;
  if (!first || !second) throw new Error('Two lines are drawn.');
  const lines = await read({ ...picture, lines: [{ ...first, x: -40 }, second] });
  expect(lines.map(line => line.text)).toEqual(['Platform']);
});

/** Reads pictures in sequence, and counts the lines that were recognised. */
function countReadings() {
  const counted = { readings: 0 };
  const guess = {
    readLine() {
      counted.readings++;
      return { words: [{ text: 'Something', confidence: 0.95 }], confidence: 0.95 };
    },
  };
  const pictures = createPictureReader([guess], () => 0);
  return {
    async count(picture: PrintedPicture, wear: Degradation = {}) {
      counted.readings = 0;
      const lines = pictures.read(await toRgb(await drawPrinted(picture, wear)), limits);
      return { readings: counted.readings, lines: lines.length };
    },
  };
}

test('An unchanged slide is read once, and new lines on it when they appear', async () => {
  const pictures = countReadings();
  const first = write(['Chapter 1', 'The river', 'The bridge'], 60);
  const second = write(['Chapter 2', 'The river', 'The bridge', 'The sea'], 60);
  expect(await pictures.count(first, { noise: 6 })).toEqual({ readings: 3, lines: 3 });
  expect(await pictures.count(first, { noise: 7 })).toEqual({ readings: 0, lines: 3 });
  expect(await pictures.count(second, { noise: 6 })).toEqual({ readings: 2, lines: 4 });
});

test('The bullets of a list are not quoted', async () => {
  const list = write(['Ask the neighbours', 'Water the garden'], 40);
  const bullets = list.lines.map(({ y }) => `<circle cx="45" cy="${y - 13}" r="7" fill="#111111"/>`);
  const lines = await read({ ...list, ground: list.ground + bullets.join('') });
  expect(lines.map(line => line.text).sort()).toEqual(list.lines.map(line => line.text));
});

test('A page of small print is read up to the limit, headline first', async () => {
  const page = drawSmallPrint(plain, 0);
  const lines = page.lines.map(line => ({ ...line, y: line.y + 90, size: 16 }));
  const headline = { text: 'Minutes of the Meeting', x: 60, y: 80, size: 60 };
  const found = await reader.read(
    await toRgb(await drawPrinted({ ...page, lines: [...lines.filter((_, at) => at % 2 === 0), headline] })),
    { maxLines: 3, maxMs: 60_000 },
  );
  expect(found[0]?.text).toBe(headline.text);
  expect(found.length).toBeLessThanOrEqual(3);
});

describe('Requirements of the reader', () => {
  test('a language that is not installed is named, with the command that installs it', async () => {
    const { missing } = findTextData(['eng', 'deu']);
    expect(missing).toEqual(['deu']);
    expect(describeMissingTextData(missing)).toContain('npm install @tesseract.js-data/deu');
    await expect(createPrintReader(['eng', 'deu'])).rejects.toThrow('npm install @tesseract.js-data/deu');
  });

  test('a damaged file and a missing one are named', async () => {
    await using folder = await makeTemporaryFolder();
    const path = await folder.write('eng.traineddata.gz', 'nothing of the kind');
    await expect(readPackagedFile({ path, name: 'eng.traineddata.gz', sha256: '00' })).rejects.toThrow(
      'eng.traineddata.gz is damaged, or of another version.',
    );
    await mkdir(`${folder.path}/empty`);
    await expect(
      readPackagedFile({
        path: `${folder.path}/empty/eng.traineddata.gz`,
        name: 'eng.traineddata.gz',
        sha256: '00',
      }),
    ).rejects.toThrow('eng.traineddata.gz cannot be read.');
  });

  test('a closed reader reads nothing more, and says so', async () => {
    const other: PrintReader = await createPrintReader(['eng']);
    onTestFinished(() => other.close());
    const picture = await toRgb(await drawPrinted(drawTitle(plain, 0)));
    const waiting = other.read(picture, limits);
    const refused = expect(waiting).rejects.toThrow('The reader of print broke off.');
    // The read begins in the next microtask; the thread is closed before it can answer.
    await Promise.resolve();
    await other.close();
    await refused;
    await expect(other.read(picture, limits)).rejects.toThrow('The reader of print broke off.');
  });
});
