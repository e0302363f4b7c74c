import type { CorpusFile } from './media-corpus.ts';
import { boxes, type ElementFormat, ebml, type MediaElement } from './media-elements.ts';
import type { SeededRandom } from './seeded-random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A mutation. Does not modify its input. */
type Change = (file: Bytes, random: SeededRandom) => Bytes;

/** Start and end of a file's index, where changes matter most, are as likely as everything else. */
function choosePlace(file: Bytes, random: SeededRandom): number {
  const edge = Math.min(file.length, 2000);
  const kind = random.below(4);
  if (kind === 0) return random.below(edge);
  if (kind === 1) return file.length - 1 - random.below(edge);
  return random.below(file.length);
}

/** @returns the bounds of a range */
function chooseRange(file: Bytes, random: SeededRandom): readonly [number, number] {
  const from = choosePlace(file, random);
  const most = random.below(2) === 0 ? 64 : file.length;
  return [from, Math.min(file.length, from + 1 + random.below(most))];
}

function replaceRange(file: Bytes, from: number, to: number, ...parts: readonly Uint8Array[]): Bytes {
  return new Uint8Array(Buffer.concat([file.subarray(0, from), ...parts, file.subarray(to)]));
}

const extremes = [
  0, 1, 2, 7, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x0fff_ffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff,
];

const plainChanges: Readonly<Record<string, Change>> = {
  bits(file, random) {
    const copy = file.slice();
    for (let count = 1 + random.below(16); count > 0; count--) {
      const at = choosePlace(file, random);
      copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
    }
    return copy;
  },
  bytes(file, random) {
    const copy = file.slice();
    for (let count = 1 + random.below(32); count > 0; count--)
      copy[choosePlace(file, random)] = random.choose([0, 0xff, 0x80, random.below(256)]);
    return copy;
  },
  numbers(file, random) {
    const copy = file.slice();
    const view = new DataView(copy.buffer);
    for (let count = 1 + random.below(3); count > 0; count--) {
      const at = Math.min(choosePlace(file, random), file.length - 4);
      if (at >= 0) view.setUint32(at, random.choose(extremes), random.below(2) === 0);
    }
    return copy;
  },
  cutEnd: (file, random) => file.slice(0, choosePlace(file, random)),
  cutStart: (file, random) => file.slice(random.below(64)),
  cutMiddle: (file, random) => replaceRange(file, ...chooseRange(file, random)),
  zeros(file, random) {
    const [from, to] = chooseRange(file, random);
    return replaceRange(file, from, to, new Uint8Array(to - from));
  },
  doubled(file, random) {
    const [from, to] = chooseRange(file, random);
    return replaceRange(file, to, to, file.subarray(from, to));
  },
  moved(file, random) {
    const [from, to] = chooseRange(file, random);
    const at = random.below(from + 1);
    return replaceRange(replaceRange(file, from, to), at, at, file.subarray(from, to));
  },
};

/** All lists of elements in a file, the outermost first. */
function listSiblings(elements: MediaElement[]): MediaElement[][] {
  const inner = elements.flatMap(({ content }) => (Array.isArray(content) ? listSiblings(content) : []));
  return elements.length === 0 ? [] : [elements, ...inner];
}

type ElementChange = (siblings: MediaElement[], at: number, random: SeededRandom) => void;

const elementChanges: readonly ElementChange[] = [
  // Repeats one, sometimes a hundred times.
  (siblings, at, random) => {
    const times = random.below(8) === 0 ? 100 : 1;
    siblings.splice(at, 0, ...Array<MediaElement>(times).fill(siblings[at] as MediaElement));
  },
  (siblings, at) => siblings.splice(at, 1),
  (siblings, at, random) => {
    const [element] = siblings.splice(at, 1);
    if (element) siblings.splice(random.below(siblings.length + 1), 0, element);
  },
  // A wrong length.
  (siblings, at, random) => {
    const element = siblings[at] as MediaElement;
    siblings[at] = { ...element, claimedLength: random.choose([...extremes, random.below(4096)]) };
  },
  // Nests an element in itself.
  (siblings, at) => {
    const element = siblings[at] as MediaElement;
    siblings[at] = { ...element, content: [element] };
  },
  // The name of another.
  (siblings, at, random) => {
    const { name } = random.choose(siblings);
    siblings[at] = { ...(siblings[at] as MediaElement), name };
  },
  // Changes numbers in it: counts, offsets and sizes.
  (siblings, at, random) => {
    const element = siblings[at] as MediaElement;
    if (!(element.content instanceof Uint8Array) || element.content.length === 0) return;
    const change = random.choose(['bits', 'bytes', 'numbers', 'cutEnd', 'doubled'] as const);
    const content = (plainChanges[change] as Change)(new Uint8Array(element.content), random);
    siblings[at] = { ...element, content };
  },
];

function changeElements(format: ElementFormat): Change {
  return (file, random) => {
    const elements = format.parse(file);
    for (let count = 1 + random.below(3); count > 0; count--) {
      const lists = listSiblings(elements);
      if (lists.length === 0) break;
      const siblings = random.choose(lists);
      random.choose(elementChanges)(siblings, random.below(siblings.length), random);
    }
    return format.write(elements);
  };
}

const packetBytes = 188;

/** For MPEG-TS: bad reception, and faults that no sender makes. */
const changePackets: Change = (file, random) => {
  const count = Math.floor(file.length / packetBytes);
  const packets = Array.from({ length: count }, (_, at) =>
    file.slice(at * packetBytes, (at + 1) * packetBytes),
  );
  for (let changes = 1 + random.below(6); changes > 0; changes--) {
    const at = random.below(packets.length);
    const packet = packets[at];
    if (!packet) break;
    const kind = random.below(4);
    if (kind === 0) packets.splice(at, 1);
    else if (kind === 1) packets.splice(random.below(packets.length + 1), 0, packet.slice());
    else packet[kind === 2 ? random.below(12) : random.below(packetBytes)] = random.below(256);
  }
  return new Uint8Array(Buffer.concat(packets));
};

const structureChanges = {
  boxes: changeElements(boxes),
  ebml: changeElements(ebml),
  packets: changePackets,
} as const;

export interface MutatedFile {
  readonly bytes: Bytes;
  /** The original file, and its mutations. */
  readonly recipe: string;
}

/** A valid file with one to three mutations, determined by the random numbers. */
export function mutateMedia(corpus: readonly CorpusFile[], random: SeededRandom): MutatedFile {
  const origin = random.choose(corpus);
  let bytes: Bytes = origin.bytes;
  const steps = [origin.name];
  for (let count = 1 + random.below(3); count > 0; count--) {
    const kind = random.below(8);
    if (kind === 0) {
      const other = random.choose(corpus);
      const from = choosePlace(bytes, random);
      bytes = replaceRange(bytes, from, bytes.length, other.bytes.subarray(choosePlace(other.bytes, random)));
      steps.push(`spliced with ${other.name}`);
    } else if (kind <= 4) {
      bytes = structureChanges[origin.structure](bytes, random);
      steps.push(origin.structure);
    } else {
      const name = random.choose(Object.keys(plainChanges));
      bytes = (plainChanges[name] as Change)(bytes, random);
      steps.push(name);
    }
    if (bytes.length === 0) break;
  }
  return { bytes, recipe: steps.join(', ') };
}
