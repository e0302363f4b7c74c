import type { CutPart } from '#shared/narration/new-cut.ts';
import { filmRate, filmSize, type Material, runFfmpeg, samplesPerPicture } from './new-cut-films.ts';

/** A piece of a new cut, in pictures of the film or of the other material. */
interface Piece {
  readonly from: number;
  readonly to: number;
  readonly of: 'film' | 'other' | 'black';
  /** Its picture or its sound is other material's instead. */
  readonly replaced?: 'picture' | 'sound';
}

/** What an editor did with a film. */
export interface Edit {
  readonly name: string;
  pieces(pictures: number): readonly Piece[];
  readonly look: Look;
}

/** What is done to all of the new cut. */
interface Look {
  readonly picture?: string;
  readonly sound?: string;
  /** How much faster it plays; of the filters above. */
  readonly speed?: number;
  readonly coding?: readonly string[];
  readonly container?: 'mp4' | 'webm';
}

/** Played, cut and coded. */
export interface NewCut {
  readonly path: string;
  readonly truth: readonly CutPart[];
}

const seconds = (value: number) => Math.round(value * filmRate);
const film = (from: number, to: number): Piece => ({ of: 'film', from, to });
const other = (from: number, length: number): Piece => ({ of: 'other', from, to: from + length });

const mp4 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '24', '-c:a', 'aac', '-b:a', '96k'] as const;
const again = [
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-bf', '3', '-c:a', 'aac', '-b:a', '128k'],
  ...['-ar', '44100', '-ac', '2', '-metadata', 'title=Final, really', '-movflags', '+faststart'],
] as const;
/** About a quarter of the rate of the others. */
const poor = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '36', '-c:a', 'aac', '-b:a', '40k'] as const;
const { width, height } = filmSize;
const half = `scale=${width / 2}:${height / 2}`;
const cropped = `crop=iw*0.95:ih*0.95,scale=${width}:${height}`;
const caption = `drawtext=fontsize=15:fontcolor=white:borderw=2:x=(w-tw)/2:y=h-26:text='%{expr_int_format\\:trunc(t/3)*7919\\:u\\:8} and so they went on'`;
const logo =
  'drawbox=x=iw-52:y=8:w=44:h=22:color=orange:t=fill,drawbox=x=iw-46:y=12:w=14:h=14:color=white:t=fill';
const graded = 'eq=brightness=0.05:contrast=1.2:saturation=1.4:gamma=0.85,colorbalance=rs=0.1:bh=-0.1';
/** To 25 pictures a second from 24, as films are shown on television. */
const faster = { picture: `setpts=PTS*24/25,fps=25`, speed: 25 / 24 } as const;

const whole: Edit['pieces'] = pictures => [film(0, pictures)];
const withoutMiddle: Edit['pieces'] = pictures => [film(0, seconds(52.3)), film(seconds(72.8), pictures)];
const insert =
  (length: number): Edit['pieces'] =>
  pictures => [film(0, seconds(88.4)), other(seconds(4.6), seconds(length)), film(seconds(88.4), pictures)];
const replace =
  (replaced: 'picture' | 'sound', from: number, to: number): Edit['pieces'] =>
  pictures => [
    film(0, seconds(from)),
    { ...film(seconds(from), seconds(to)), replaced },
    film(seconds(to), pictures),
  ];

const edit = (name: string, pieces: Edit['pieces'], look: Look = {}): Edit => ({ name, pieces, look });
const look = (name: string, chosen: Look): Edit => edit(name, whole, chosen);

/** What can be done to a film. A part of a film without sound that has another picture is another part. */
export function listEdits({ hasSound }: Material): readonly Edit[] {
  const kept = (piece: Piece) => hasSound || !piece.replaced;
  return edits.filter(({ pieces }) => pieces(seconds(200)).every(kept));
}

const edits: readonly Edit[] = [
  edit('the beginning cut', pictures => [film(seconds(17.3), pictures)]),
  edit('the middle cut', withoutMiddle),
  edit('the end cut', pictures => [film(0, pictures - seconds(21.7))]),
  edit('four cuts', pictures => [
    film(seconds(3.2), seconds(29.6)),
    film(seconds(31.3), seconds(90.9)),
    film(seconds(97.1), seconds(121.8)),
    film(seconds(146.2), pictures),
  ]),
  edit('two scenes swapped', pictures => [
    film(0, seconds(33.1)),
    film(seconds(118.7), seconds(136.2)),
    film(seconds(45.8), seconds(118.7)),
    film(seconds(33.1), seconds(45.8)),
    film(seconds(136.2), pictures),
  ]),
  edit('1 s inserted', insert(1)),
  edit('5 s inserted', insert(5)),
  edit('30 s inserted', insert(30)),
  edit('1 s of black in front', pictures => [{ of: 'black', from: 0, to: seconds(1) }, film(0, pictures)]),
  look('exported again', { coding: again }),
  look('a quarter of the rate, half the size', { picture: half, coding: poor }),
  look('as WebM', {
    container: 'webm',
    coding: [
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '300k'],
      ...['-c:a', 'libopus', '-b:a', '48k'],
    ],
  }),
  look('at 30 pictures a second', { picture: 'fps=30' }),
  look('cropped', { picture: cropped }),
  look('graded', { picture: graded }),
  look('captions burned in', { picture: caption }),
  look('with a logo', { picture: logo }),
  look('letterboxed', { picture: `pad=${width}:240:0:30` }),
  look('25 for 24, same pitch', { ...faster, sound: `atempo=${25 / 24}` }),
  look('25 for 24, higher pitch', { ...faster, sound: 'asetrate=50000,aresample=48000' }),
  look('louder', { sound: 'volume=8dB,alimiter=limit=0.9' }),
  edit('the sound replaced', pictures => [{ ...film(0, pictures), replaced: 'sound' }]),
  edit('20 s of the sound replaced', replace('sound', 101.4, 121.4)),
  edit('20 s of the picture replaced', replace('picture', 124.7, 144.7)),
  edit('the middle cut, a quarter of the rate, cropped', withoutMiddle, { picture: cropped, coding: poor }),
  edit('the middle cut, 25 for 24', withoutMiddle, { ...faster, sound: `atempo=${25 / 24}` }),
];

/** The film as it was narrated. */
export function exportFilm(material: Material): Promise<string> {
  const pieces = whole(material.pictures);
  return exportPieces(material, pieces, {});
}

export async function makeNewCut(material: Material, { pieces, look }: Edit): Promise<NewCut> {
  const chosen = pieces(material.pictures);
  const path = await exportPieces(material, chosen, look);
  return { path, truth: describe(material, chosen, look.speed ?? 1) };
}

/** Removed parts at the end of the list, as their place in it says nothing. */
function describe({ pictures }: Material, pieces: readonly Piece[], speed: number): CutPart[] {
  const toMs = (picture: number) => (picture * 1000) / filmRate;
  const parts: CutPart[] = [];
  let at = 0;
  for (const { of, from, to, replaced } of pieces) {
    const now = { fromMs: toMs(at) / speed, toMs: toMs(at + to - from) / speed };
    at += to - from;
    const old = { fromMs: toMs(from), toMs: toMs(to) };
    if (of === 'film') parts.push({ kind: replaced ? `${replaced} changed` : 'kept', old, now });
    else parts.push({ kind: 'new', now });
  }
  const used = pieces.filter(({ of }) => of === 'film').sort((one, next) => one.from - next.from);
  const starts = [...used.map(({ from }) => from), pictures];
  const ends = [0, ...used.map(({ to }) => to)];
  ends.forEach((end, index) => {
    const start = starts[index] ?? end;
    if (start > end) parts.push({ kind: 'removed', old: { fromMs: toMs(end), toMs: toMs(start) } });
  });
  return parts;
}

function exportPieces(material: Material, pieces: readonly Piece[], look: Look): Promise<string> {
  const inputs: string[] = [];
  const graph: string[] = [];
  const labels = pieces.map(({ of, from, to, replaced }, at) => {
    const picture = of === 'other' || replaced === 'picture' ? material.other : material.path;
    const sound = of === 'other' || replaced === 'sound' ? material.other : material.path;
    const number = inputs.length / 2;
    inputs.push('-i', picture, '-i', sound);
    const long = to - from;
    const shown = of === 'other' || replaced !== 'picture' ? from : 0;
    const heard = of === 'other' || replaced !== 'sound' ? from : 0;
    const black = of === 'black' ? ',drawbox=color=black:t=fill' : '';
    const silent = of === 'black' ? ',volume=0' : '';
    // Other sound is repeated where the film is longer.
    const again = replaced === 'sound' ? 'aloop=loop=-1:size=1920000,' : '';
    graph.push(
      `[${number}:v]trim=start_frame=${shown}:end_frame=${shown + long},setpts=N/${filmRate}/TB${black}[v${at}]`,
      `[${number + 1}:a]${again}atrim=start_sample=${heard * samplesPerPicture}:end_sample=${(heard + long) * samplesPerPicture},asetpts=N/SR/TB${silent}[a${at}]`,
    );
    return `[v${at}][a${at}]`;
  });
  graph.push(
    `${labels.join('')}concat=n=${pieces.length}:v=1:a=1[v0a][a0a]`,
    `[v0a]${look.picture ?? 'null'}[v]`,
    `[a0a]${look.sound ?? 'anull'}[a]`,
  );
  const name = `cut-of-${material.name.replaceAll(' ', '-')}.${look.container ?? 'mp4'}`;
  return runFfmpeg(name, [
    ...inputs,
    ...['-filter_complex', graph.join(';'), '-map', '[v]', '-map', '[a]'],
    ...['-pix_fmt', 'yuv420p', ...(look.coding ?? mp4)],
  ]);
}
