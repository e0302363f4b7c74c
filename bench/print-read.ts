import { createPrintReader, type PrintReader } from '#engines/offline/recognition/read-print.ts';
import { comparePrint } from '../tests/support/compare-print.ts';
import { composePrint } from '../tests/support/print-corpus.ts';
import { drawPrinted, toRgb, type Wear } from '../tests/support/printed-pictures.ts';
import { drawTextless } from '../tests/support/textless-pictures.ts';
import { findTypefaces } from '../tests/support/typefaces.ts';
import type { BenchRow } from './bench-row.ts';

/** As the offline engine's child reads. */
const limits = { mostLines: 12, mostMs: 250 };
const goals = { rightShare: 0.98, msPerPicture: 250 } as const;
const wears: readonly Wear[] = [{}, { blur: 1 }, { noise: 20 }];
/** Capitals of a type have about this share of its height. */
const capitalShare = 0.7;
const heights = [
  { name: 'capitals of 10 to 14 pixels', from: 10, to: 14 },
  { name: 'capitals of 14 to 24 pixels', from: 14, to: 24 },
  { name: 'capitals of 24 pixels and more', from: 24, to: Number.POSITIVE_INFINITY },
] as const;

/** What is read in drawn pictures of known print, in up to ten typefaces that this machine has, and where nothing is written. */
export async function benchPrintRead(): Promise<BenchRow[]> {
  const reader = await createPrintReader(['eng']);
  try {
    return [...(await measurePrint(reader)), await measureTextless(reader)];
  } finally {
    await reader.close();
  }
}

async function measurePrint(reader: PrintReader): Promise<BenchRow[]> {
  const typefaces = (await findTypefaces()).slice(0, 10);
  const pictures = composePrint(typefaces).filter(({ kind }) => kind !== 'small print');
  const sums = { quoted: 0, right: 0, workMs: 0 };
  const sizes: { pixels: number; isQuoted: boolean }[] = [];
  for (const wear of wears) {
    for (const picture of pictures) {
      const rgb = await toRgb(await drawPrinted(picture, wear));
      const before = process.cpuUsage();
      const read = await reader.read(rgb, limits);
      const { user, system } = process.cpuUsage(before);
      sums.workMs += (user + system) / 1000;
      const printed = picture.lines.map(({ text }) => text);
      const compared = comparePrint(printed, read);
      sums.quoted += compared.quotedWords;
      sums.right += compared.rightWords;
      picture.lines.forEach(({ size }, at) => {
        sizes.push({ pixels: size * capitalShare, isQuoted: compared.isQuoted[at] ?? false });
      });
    }
  }
  const count = pictures.length * wears.length;
  return [
    describeRight(sums, `${count} pictures in ${typefaces.length} typefaces`),
    ...heights.map(({ name, from, to }) =>
      describeRecall(
        name,
        sizes.filter(({ pixels }) => pixels >= from && pixels < to),
      ),
    ),
    describeWork(sums.workMs / count),
  ];
}

function describeRight({ quoted, right }: { quoted: number; right: number }, where: string): BenchRow {
  return {
    what: `print, offline: quoted words that are right, ${where} (slides, signs, screens, subtitles; as they are, blurred, with noise)`,
    figure: `${((100 * right) / quoted).toFixed(1)} % of ${quoted}`,
    goal: 'at least 98 %',
    isMet: right / quoted >= goals.rightShare,
  };
}

function describeRecall(name: string, lines: readonly { isQuoted: boolean }[]): BenchRow {
  const found = lines.filter(({ isQuoted }) => isQuoted).length;
  return {
    what: `the same: lines quoted without a mistake, ${name}`,
    figure: `${((100 * found) / lines.length).toFixed(0)} % of ${lines.length}`,
    goal: 'none set',
    isMet: undefined,
  };
}

function describeWork(ms: number): BenchRow {
  return {
    what: 'the same: work a picture, on one core',
    figure: `${ms.toFixed(0)} ms`,
    goal: `at most ${goals.msPerPicture} ms`,
    isMet: ms <= goals.msPerPicture,
  };
}

async function measureTextless(reader: PrintReader): Promise<BenchRow> {
  const drawn = [...(await drawTextless()).values()];
  let lines = 0;
  for (const picture of drawn) lines += (await reader.read(await toRgb(picture), limits)).length;
  return {
    what: `print, offline: lines quoted from ${drawn.length} drawn pictures in which nothing is written`,
    figure: String(lines),
    goal: 'none',
    isMet: lines === 0,
  };
}
