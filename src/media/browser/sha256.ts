import type { Hasher } from '../credentials/place-manifest.ts';

const blockBytes = 64;
const lengthAt = 56;

/** The first 32 bits of the fraction of roots of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function listRoots(count: number, root: number): Int32Array<ArrayBuffer> {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every(prime => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, prime => (prime ** (1 / root) % 1) * 2 ** 32);
}

const constants = listRoots(64, 3);

/** SHA-256 (FIPS 180-4) in pieces, for files that do not fit into memory: browsers hash only what is whole. About 150 MB a second. */
export class Sha256 implements Hasher {
  readonly #state = listRoots(8, 2);
  readonly #words = new Int32Array(64);
  readonly #rest = new Uint8Array(blockBytes);
  #count = 0;

  update(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      const used = this.#count % blockBytes;
      const taken = Math.min(blockBytes - used, bytes.length - at);
      if (taken === blockBytes) this.#addBlock(bytes, at);
      else {
        this.#rest.set(bytes.subarray(at, at + taken), used);
        if (used + taken === blockBytes) this.#addBlock(this.#rest, 0);
      }
      this.#count += taken;
      at += taken;
    }
  }

  digest(): Uint8Array {
    const bits = this.#count * 8;
    const used = this.#count % blockBytes;
    const end = new Uint8Array((used < lengthAt ? blockBytes : 2 * blockBytes) - used);
    end[0] = 0x80;
    const view = new DataView(end.buffer);
    view.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(end.length - 4, bits % 2 ** 32);
    this.update(end);
    const hash = new DataView(new ArrayBuffer(32));
    for (const [index, word] of this.#state.entries()) hash.setInt32(4 * index, word);
    return new Uint8Array(hash.buffer);
  }

  #addBlock(bytes: Uint8Array, from: number): void {
    const w = this.#words;
    for (let i = 0, at = from; i < 16; i++, at += 4)
      w[i] =
        (get(bytes, at) << 24) | (get(bytes, at + 1) << 16) | (get(bytes, at + 2) << 8) | get(bytes, at + 3);
    for (let i = 16; i < 64; i++) {
      const x = get(w, i - 15);
      const y = get(w, i - 2);
      const sigma0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const sigma1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[i] = (get(w, i - 16) + sigma0 + get(w, i - 7) + sigma1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = this.#state as unknown as Word8;
    for (let i = 0; i < 64; i++) {
      const sum1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const first = (h + sum1 + ((e & f) ^ (~e & g)) + get(constants, i) + get(w, i)) | 0;
      const sum0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    const added = [a, b, c, d, e, f, g, h];
    for (let i = 0; i < 8; i++) this.#state[i] = get(this.#state, i) + (added[i] ?? 0);
  }
}

type Word8 = [number, number, number, number, number, number, number, number];

function get(values: Uint8Array | Int32Array, at: number): number {
  return values[at] as number;
}

function turn(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
