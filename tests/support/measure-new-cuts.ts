import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { compareCuts, comparedPictureRate } from '#media/fingerprint/compare-cuts.ts';
import type { Fingerprint } from '#media/fingerprint/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#media/fingerprint/pack-fingerprint.ts';
import { takeFingerprint } from '#media/fingerprint/take-fingerprint.ts';
import { readGrey } from '#media/node/encode-jpeg.ts';
import { openVideoFile } from '#media/node/open-video-file.ts';
import type { CutComparison } from '#shared/narration/new-cut.ts';
import { isWholeCover, type Judgement, judgeNewCut } from './judge-new-cut.ts';
import { hash, type Material, makeOnce } from './new-cut-films.ts';
import { type Edit, exportFilm, listEdits, makeNewCut, type NewCut } from './new-cuts.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** What became of a film in a new cut, and what is true. */
export interface MeasuredCut extends Judgement, NewCut {
  readonly edit: string;
  readonly comparison: CutComparison;
  readonly isWhole: boolean;
  readonly ms: number;
}

/** Each new cut of a film, or those whose name has a word, compared as the product does. */
export async function measureNewCuts(material: Material, word = ''): Promise<MeasuredCut[]> {
  const old = keepInDocument(await readFingerprint(await exportFilm(material), 1));
  const measured: MeasuredCut[] = [];
  for (const edit of listEdits(material))
    if (edit.name.includes(word)) measured.push(await measure(material, edit, old));
  return measured;
}

async function measure(material: Material, edit: Edit, old: Fingerprint): Promise<MeasuredCut> {
  const cut = await makeNewCut(material, edit);
  const now = await readFingerprint(cut.path, comparedPictureRate);
  const startMs = performance.now();
  const comparison = await compareCuts(old, now);
  const ms = Math.round(performance.now() - startMs);
  const isWhole = isWholeCover(comparison, old.durationMs, now.durationMs);
  return { ...cut, ...judgeNewCut(cut.truth, comparison), edit: edit.name, comparison, isWhole, ms };
}

export function keepInDocument(fingerprint: Fingerprint): Fingerprint {
  const kept = unpackFingerprint(packFingerprint(fingerprint));
  if (!kept) throw new Error('A fingerprint cannot be read again.');
  return kept;
}

/** Kept on this machine until the code that takes it changes. */
async function readFingerprint(path: string, pictureRate: number): Promise<Fingerprint> {
  const key = hash([path, pictureRate, readSources(takingFile)]);
  const kept = await makeOnce(`fingerprint-${key}.json`, async draft => {
    await writeFile(draft, JSON.stringify(await takeFileFingerprint(path, pictureRate), toNumbers));
  });
  return JSON.parse(await readFile(kept, 'utf8'), toArrays) as Fingerprint;
}

/** Of a video that was made just now. */
export async function fingerprintBytes(bytes: Uint8Array, pictureRate: number): Promise<Fingerprint> {
  await using folder = await makeTemporaryFolder();
  return await takeFileFingerprint(await folder.write('video', bytes), pictureRate);
}

async function takeFileFingerprint(path: string, pictureRate: number): Promise<Fingerprint> {
  using video = await openVideoFile(path, { maxSeconds: 14_400 });
  return await takeFingerprint(video, { readGrey, pictureRate, signal: new AbortController().signal });
}

const takingFile = fileURLToPath(new URL('../../src/media/fingerprint/take-fingerprint.ts', import.meta.url));

/** A file and what it imports by a relative path. */
function readSources(path: string, read = new Set<string>()): string {
  if (read.has(path)) return '';
  read.add(path);
  const source = readFileSync(path, 'utf8');
  const imported = [...source.matchAll(/ from '(\.[\w./-]+\.ts)'/g)].map(([, name = '']) => name);
  const others = imported.map(name => readSources(fileURLToPath(new URL(name, `file://${path}`)), read));
  return [source, ...others].join('\n');
}

function toNumbers(_: string, value: unknown): unknown {
  if (value instanceof Uint32Array) return { words: [...value] };
  return value instanceof Uint8Array ? { bytes: [...value] } : value;
}

function toArrays(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('words' in value) return Uint32Array.from(value.words as number[]);
  return 'bytes' in value ? Uint8Array.from(value.bytes as number[]) : value;
}

/** All cuts of a film together. */
export function sumUp(cuts: readonly MeasuredCut[]): Judgement {
  const sum = (read: (cut: MeasuredCut) => number) => cuts.reduce((total, cut) => total + read(cut), 0);
  return {
    boundaries: sum(cut => cut.boundaries),
    found: sum(cut => cut.found),
    extra: sum(cut => cut.extra),
    lines: sum(cut => cut.lines),
    wrong: sum(cut => cut.wrong),
    lost: sum(cut => cut.lost),
    goneKept: sum(cut => cut.goneKept),
    asked: sum(cut => cut.asked),
    mislabelled: sum(cut => cut.mislabelled),
    worstErrorMs: Math.max(...cuts.map(cut => cut.worstErrorMs)),
  };
}

/** A row a cut. */
export function printTable(film: string, cuts: readonly MeasuredCut[]): string {
  const row = (name: string, of: Judgement, more: string) =>
    `| ${film} | ${name} | ${of.found}/${of.boundaries} | ${of.extra} | ${of.lines} | ${of.wrong} | ${of.lost} | ${of.goneKept} | ${of.asked} | ${of.mislabelled} | ${of.worstErrorMs} | ${more} |`;
  return [
    '| film | new cut | boundaries | extra | lines | wrong | lost | gone kept | asked | mislabelled | worst ms | alike |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...cuts.map(cut => row(cut.edit, cut, cut.comparison.alike.toFixed(2))),
    row('all', sumUp(cuts), ''),
  ].join('\n');
}
