import { escapeMarkup } from '#shared/escape-markup.ts';
import { joinArrays } from '#shared/join-arrays.ts';
import type { Marks } from '#shared/marks/provenance.ts';
import { getId3Bytes, id3HeaderBytes } from '#shared/mp3-frames.ts';
import { encodeText, joinBytes, readNumber32 } from '../container/iso-boxes.ts';

const sourceTypes = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
/** Fixed by the specification, so that a reader finds the packet in any file. */
const packetId = 'W5M0MpCehiHzreSzNTczkc9d';

/** An XMP packet (ISO 16684-1). @param original its packet is kept, but for a source type that does not name AI */
export function writeXmp(marks: Marks, original = ''): Uint8Array<ArrayBuffer> {
  const { software, madeAt, digitalSourceType } = marks;
  const type = { 'Iptc4xmpExt:DigitalSourceType': digitalSourceType };
  const end = original.lastIndexOf('</rdf:RDF>');
  const packet =
    end < 0
      ? wrap(describe({ 'xmp:CreatorTool': software, 'xmp:CreateDate': madeAt, ...type }))
      : original.includes(':DigitalSourceType')
        ? replaceSourceType(original, marks)
        : `${original.slice(0, end)}${describe(type)}${original.slice(end)}`;
  return encodeText(packet);
}

function wrap(description: string): string {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF>`;
  const meta = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`;
  return `<?xpacket begin="\uFEFF" id="${packetId}"?>${meta}<?xpacket end="w"?>`;
}

function describe(values: Readonly<Record<string, string | undefined>>): string {
  const properties = Object.entries(values).map(
    ([name, value]) => value && `<${name}>${escapeMarkup(value)}</${name}>`,
  );
  const namespaces = [
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    'xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"',
  ].join(' ');
  return `<rdf:Description rdf:about="" ${namespaces}>${properties.filter(Boolean).join('')}</rdf:Description>`;
}

/** A recording is a composite now; what an AI made remains so. */
function replaceSourceType(packet: string, { digitalSourceType }: Marks): string {
  const start = packet.indexOf(sourceTypes);
  if (start < 0 || !digitalSourceType) return packet;
  const name = /^\w*/.exec(packet.slice(start + sourceTypes.length))?.[0] ?? '';
  if (/trainedAlgorithmicMedia$/i.test(name)) return packet;
  return packet.replaceAll(sourceTypes + name, digitalSourceType);
}

/** ID3v2.4 tags (https://id3.org/id3v2.4.0-structure, https://id3.org/id3v2.4.0-frames). */

export const frameHeadBytes = 10;
/** Encoding of texts. */
const utf8 = 3;
/** A larger tag, with pictures, is not kept in memory: its frames are lost. */
const maxTagBytes = 2 ** 20;
/** Of which a tag has one. */
const singleFrames = ['TSSE', 'TDEN', 'TDRC'];
const xmpOwner = 'XMP\0';
/** Ours: no reader takes it for the manifest of the file. */
const speechOwner = 'c2pa-of-speech\0';

/** Writes marks as a tag for the start of an mp3. @param reservedBytes zeros at its end, for a frame that is filled in later */
export function writeId3(
  marks: Marks,
  { reservedBytes = 0 }: { readonly reservedBytes?: number } = {},
): Uint8Array<ArrayBuffer> {
  return makeTag(listFrames(marks), reservedBytes);
}

/** Puts manifests of providers before an mp3 that has no tag, such as that of a line. */
export function addManifestTag(mp3: Uint8Array, manifests: readonly Uint8Array[]): Uint8Array {
  return manifests.length === 0 ? mp3 : joinBytes([makeTag(manifests.map(toSpeechFrame)), mp3]);
}

export function readManifests(tag: Uint8Array): Uint8Array[] {
  return readFrames(tag).flatMap(({ id, content }) =>
    isOwnedBy({ id, content }, speechOwner) ? [content.subarray(speechOwner.length)] : [],
  );
}

function toSpeechFrame(manifest: Uint8Array): Frame {
  return { id: 'PRIV', content: joinBytes([encodeText(speechOwner), manifest]) };
}

type Frame = { readonly id: string; readonly content: Uint8Array };

function listFrames(marks: Marks, foreign: readonly Frame[] = []): Frame[] {
  const { software, sentence, digitalSourceType, madeAt } = marks;
  const time = toText(madeAt.replace('Z', ''));
  const own = [
    { id: 'TSSE', content: toText(software) },
    { id: 'TDEN', content: time },
    { id: 'TDRC', content: time },
    { id: 'COMM', content: toText(`eng\0${sentence}`) },
  ];
  if (digitalSourceType) own.push({ id: 'TXXX', content: toText(`DigitalSourceType\0${digitalSourceType}`) });
  own.push(...(marks.manifests ?? []).map(toSpeechFrame));
  const packet = foreign.find(isXmp)?.content.subarray(xmpOwner.length);
  const xmp = writeXmp(marks, packet && new TextDecoder().decode(packet));
  own.push({ id: 'PRIV', content: joinBytes([encodeText(xmpOwner), xmp]) });
  const isKept = (frame: Frame) =>
    !singleFrames.includes(frame.id) && !isXmp(frame) && !own.some(each => isSame(each, frame));
  return [...own, ...foreign.filter(isKept)];
}

function makeTag(frames: readonly Frame[], reservedBytes = 0): Uint8Array<ArrayBuffer> {
  const content = joinBytes([
    ...frames.flatMap(({ id, content }) => [makeFrameHead(id, content.length), content]),
    new Uint8Array(reservedBytes),
  ]);
  return joinBytes([encodeText('ID3\x04\0\0'), toSyncSafe(content.length), content]);
}

export function makeFrameHead(id: string, contentBytes: number): Uint8Array<ArrayBuffer> {
  return joinBytes([encodeText(id), toSyncSafe(contentBytes), new Uint8Array(2)]);
}

/**
 * Puts marks at the start of an mp3. Of a tag that is there already other frames stay, such as a provider's marks. A signed
 * manifest, which would be invalid of another file, becomes one of the speech.
 */
export async function* markMp3(
  mp3: AsyncIterable<Uint8Array>,
  marks: Marks,
  { reservedBytes = 0 }: { readonly reservedBytes?: number | undefined } = {},
): AsyncGenerator<Uint8Array> {
  let start: Uint8Array | undefined = new Uint8Array();
  let skipBytes = 0;
  for await (const bytes of mp3) {
    if (start) {
      start = joinArrays<Uint8Array>(Uint8Array, [start, bytes]);
      const tagBytes = getId3Bytes(start);
      const isWhole = start.length >= Math.max(id3HeaderBytes, Math.min(tagBytes, maxTagBytes));
      if (!isWhole) continue;
      yield makeTag(listFrames(marks, readFrames(start.subarray(0, tagBytes))), reservedBytes);
      skipBytes = tagBytes;
    }
    const piece: Uint8Array = start ?? bytes;
    start = undefined;
    if (piece.length > skipBytes) yield piece.subarray(skipBytes);
    skipBytes = Math.max(0, skipBytes - piece.length);
  }
  if (start?.length) yield joinBytes([writeId3(marks, { reservedBytes }), start]);
}

/** The frames of a tag; none of a tag in a rare form, such as compressed. */
function readFrames(tag: Uint8Array): Frame[] {
  const [version = 0, , flags = 0] = tag.subarray(3);
  if ((version !== 3 && version !== 4) || flags !== 0) return [];
  const frames: Frame[] = [];
  for (let at = id3HeaderBytes; at + frameHeadBytes < tag.length && tag[at] !== 0; ) {
    const size = readNumber32(tag, at + 4);
    const start = at + frameHeadBytes;
    const end = start + (version === 4 ? fromSyncSafe(size) : size);
    const frame = { id: toLatin(tag.subarray(at, at + 4)), content: tag.slice(start, end) };
    const isPlain = tag[at + 9] === 0;
    if (isPlain && end <= tag.length) frames.push(convertManifest(frame));
    at = end;
  }
  return frames;
}

/** An object has an encoding, and three texts that end with a zero: its type, which tells a manifest, a name and a description. */
function convertManifest(frame: Frame): Frame {
  const { id, content } = frame;
  const ends = [1, 2, 3].reduce((at, _) => content.indexOf(0, at) + 1, 1);
  const isManifest = id === 'GEOB' && toLatin(content.subarray(0, 64)).includes('c2pa');
  return isManifest ? toSpeechFrame(content.subarray(ends)) : frame;
}

function isXmp(frame: Frame): boolean {
  return isOwnedBy(frame, xmpOwner);
}

function isOwnedBy({ id, content }: Frame, owner: string): boolean {
  return id === 'PRIV' && toLatin(content.subarray(0, owner.length)) === owner;
}

function isSame(one: Frame, other: Frame): boolean {
  const isAlike = one.id === other.id && one.content.length === other.content.length;
  return isAlike && one.content.every((byte, at) => byte === other.content[at]);
}

function toLatin(bytes: Uint8Array): string {
  return Array.from(bytes, byte => String.fromCharCode(byte)).join('');
}

function toText(text: string): Uint8Array {
  return joinBytes([Uint8Array.of(utf8), encodeText(text)]);
}

/** Seven bits a byte, so that no tag looks like the start of a frame of sound. */
function toSyncSafe(size: number): Uint8Array {
  return Uint8Array.from([21, 14, 7, 0], shift => (size >> shift) & 0x7f);
}

function fromSyncSafe(size: number): number {
  return [24, 16, 8, 0].reduce((sum, shift) => (sum << 7) | ((size >> shift) & 0x7f), 0);
}
