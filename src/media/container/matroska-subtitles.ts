import { requireNotCancelled } from '#shared/cancellation.ts';
import { readAss } from '#shared/narration/formats/read-ass.ts';
import { cleanMarkedRows, type SubtitleCue } from '#shared/narration/formats/subtitle-cue.ts';
import {
  chooseSubtitleTrack,
  maxCueBytes,
  maxCues,
  type ReadSubtitles,
  readRoles,
  type SubtitleTrack,
} from './choose-subtitle-track.ts';
import { joinBytes } from './iso-boxes.ts';
import {
  type Element,
  elementIds as ids,
  listAllElements,
  readAhead,
  readContent,
  toNumber,
  toText,
} from './matroska-elements.ts';
import type { FileBytes } from './video-file.ts';

/** The rows of one block (https://www.matroska.org/technical/subtitles.html). */
const formats: Readonly<Record<string, (text: string) => readonly string[]>> = {
  'S_TEXT/UTF8': readRows,
  'S_TEXT/ASCII': readRows,
  'S_TEXT/WEBVTT': readRows,
  // Of WebM, with two lines before the text.
  'D_WEBVTT/SUBTITLES': text => readRows(text).slice(2),
  'S_TEXT/ASS': readStyled,
  'S_TEXT/SSA': readStyled,
};

const trackFields: ReadonlySet<number> = new Set([
  ids.trackNumber,
  ids.name,
  ids.language,
  ids.languageTag,
  ids.codec,
  ids.isDefault,
  ids.isForced,
  ids.isForDeaf,
  ids.isForBlind,
  ids.isDescription,
  ids.isCommentary,
  ids.compression,
  ids.compressionMethod,
  ids.encryption,
]);
/** The method of texts; others are not read. */
const zlib = 0;

interface MatroskaTrack extends SubtitleTrack {
  readonly number: number;
  readonly isCompressed: boolean;
  /** Undefined for what is no text. */
  readonly readRows: ((text: string) => readonly string[]) | undefined;
}

/**
 * Reads the text subtitles of a Matroska or WebM file. They lie among the pictures: if there are any, the file is read once, from
 * start to end.
 * @returns undefined without such a track
 * @throws CodedError `client_closed`
 */
export async function readMatroskaSubtitles(
  source: FileBytes,
  signal: AbortSignal,
  soundLanguage?: string,
): Promise<ReadSubtitles | undefined> {
  const file = readAhead(source);
  const tracks: Map<number, Uint8Array>[] = [];
  let scale = 1_000_000;
  let blocks: BlockReader | undefined;
  for await (const element of listAllElements(file)) {
    requireNotCancelled(signal);
    const { id } = element;
    if (id === ids.track) tracks.push(new Map());
    else if (trackFields.has(id)) tracks.at(-1)?.set(id, await readContent(file, element));
    else if (id === ids.timestampScale) scale = toNumber(await readContent(file, element));
    else if (id === ids.cluster && !blocks) {
      const readable = tracks.map(describeTrack).filter(each => each.readRows);
      const track = chooseSubtitleTrack(readable, soundLanguage);
      if (!track) return undefined;
      blocks = new BlockReader(file, track, scale / 1e9);
    } else await blocks?.take(element);
    if (blocks && blocks.cues.length >= maxCues) break;
  }
  return blocks && { track: blocks.track, cues: blocks.cues.map(endByNext) };
}

function describeTrack(fields: ReadonlyMap<number, Uint8Array>): MatroskaTrack {
  const readText = (id: number) => toText(fields.get(id) ?? new Uint8Array());
  const readNumber = (id: number, usual: number) => toNumber(fields.get(id) ?? [usual]);
  const name = readText(ids.name);
  const roles = readRoles(name);
  const isSet = (id: number) => readNumber(id, 0) === 1;
  const isCompressed = fields.has(ids.compression);
  const isReadable =
    !fields.has(ids.encryption) && (!isCompressed || readNumber(ids.compressionMethod, zlib) === zlib);
  return {
    number: readNumber(ids.trackNumber, 0),
    name,
    languageCode: readText(ids.languageTag) || readText(ids.language) || 'eng',
    isDefault: readNumber(ids.isDefault, 1) === 1,
    isForced: roles.isForced || isSet(ids.isForced),
    isDescription: roles.isDescription || isSet(ids.isDescription) || isSet(ids.isForBlind),
    isCommentary: roles.isCommentary || isSet(ids.isCommentary),
    isForDeaf: roles.isForDeaf || isSet(ids.isForDeaf),
    isCompressed,
    readRows: isReadable ? formats[readText(ids.codec)] : undefined,
  };
}

/** Collects the cues of a track from its blocks. */
class BlockReader {
  readonly #file: FileBytes;
  readonly track: MatroskaTrack;
  readonly #tickSeconds: number;
  readonly cues: SubtitleCue[] = [];
  #clusterTicks = 0;
  /** The last block was of the track. */
  #isOwn = false;

  constructor(file: FileBytes, track: MatroskaTrack, tickSeconds: number) {
    this.#file = file;
    this.track = track;
    this.#tickSeconds = tickSeconds;
  }

  async take(element: Element): Promise<void> {
    if (element.id === ids.clusterTime) this.#clusterTicks = await this.#readNumber(element);
    if (element.id === ids.block || element.id === ids.simpleBlock) await this.#takeBlock(element);
    const last = this.cues.at(-1);
    if (element.id !== ids.blockDuration || !this.#isOwn || !last) return;
    const endSeconds = last.startSeconds + (await this.#readNumber(element)) * this.#tickSeconds;
    this.cues[this.cues.length - 1] = { ...last, endSeconds };
  }

  /** Track number, two bytes of time in the cluster, one of flags, and the text. */
  async #takeBlock({ start, end }: Element): Promise<void> {
    const head = await this.#file.read(start, Math.min(end, start + 12));
    const numberBytes = Math.clz32(head[0] ?? 0) - 23;
    const number = toNumber(head.subarray(0, numberBytes)) - 2 ** (7 * numberBytes);
    this.#isOwn = number === this.track.number;
    if (!this.#isOwn || end - start > maxCueBytes) return;
    const [high = 0, low = 0] = head.subarray(numberBytes);
    const ticks = this.#clusterTicks + ((((high << 8) | low) << 16) >> 16);
    const coded = await this.#file.read(start + numberBytes + 3, end);
    const text = new TextDecoder().decode(this.track.isCompressed ? await inflate(coded) : coded);
    const startSeconds = ticks * this.#tickSeconds;
    this.cues.push({ startSeconds, endSeconds: Number.NaN, rows: this.track.readRows?.(text) ?? [] });
  }

  async #readNumber(element: Element): Promise<number> {
    return toNumber(await readContent(this.#file, element));
  }
}

/** A block without a duration is shown until the next one. */
function endByNext(cue: SubtitleCue, index: number, cues: readonly SubtitleCue[]): SubtitleCue {
  if (!Number.isNaN(cue.endSeconds)) return cue;
  return { ...cue, endSeconds: cues[index + 1]?.startSeconds ?? cue.startSeconds };
}

/** Decompresses a text. @returns its first few thousand bytes */
async function inflate(coded: Uint8Array): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate');
  const writer = stream.writable.getWriter();
  // Errors come with reading, too.
  writer.write(Uint8Array.from(coded)).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const pieces: Uint8Array[] = [];
  for (let bytes = 0; bytes < maxCueBytes; ) {
    const { value } = await reader.read();
    if (!value) break;
    pieces.push(value);
    bytes += value.length;
  }
  await reader.cancel();
  return joinBytes(pieces);
}

function readRows(text: string): string[] {
  return cleanMarkedRows(text.split(/\r\n|\r|\n/u));
}

/** ASS in a block has a number instead of the times. */
function readStyled(text: string): readonly string[] {
  const [, layer = '', rest = ''] = /^\d+,([^,]*),(.*)$/su.exec(text) ?? [];
  return readAss(`Dialogue: ${layer},0:00:00.00,0:00:00.00,${rest.replace(/[\r\n]+/gu, ' ')}`)[0]?.rows ?? [];
}
