import { truncate, writeFile } from 'node:fs/promises';

/** Values of a GGUF file (docs/gguf.md of ggml, version 3). Whole numbers become `uint32`, others `float32`. */
type Value = string | number | boolean | readonly string[] | readonly number[] | Int32Array;

interface Tensor {
  readonly name: string;
  /** Fastest dimension first. */
  readonly shape: readonly number[];
  /** All zeros if undefined. */
  readonly data?: Float32Array;
}

const types = { uint32: 4, int32: 5, float32: 6, boolean: 7, string: 8, array: 9 } as const;
const alignment = 32;

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}

function list(type: number, items: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(types.array), u32(type), u64(items.length), ...items]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') return Buffer.concat([u32(types.string), text(value)]);
  if (typeof value === 'boolean') return Buffer.concat([u32(types.boolean), Buffer.from([Number(value)])]);
  if (typeof value === 'number')
    return Number.isInteger(value)
      ? Buffer.concat([u32(types.uint32), u32(value)])
      : Buffer.concat([u32(types.float32), f32(value)]);
  if (value instanceof Int32Array) return list(types.int32, [...value].map(u32));
  const [first] = value;
  if (typeof first === 'string') return list(types.string, (value as readonly string[]).map(text));
  return list(types.float32, (value as readonly number[]).map(f32));
}

function pad(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/** Writes a GGUF file of 32-bit tensors. Zeros at its end take no room on the disk. */
async function writeGguf(
  path: string,
  values: Readonly<Record<string, Value>>,
  tensors: readonly Tensor[],
): Promise<void> {
  const sizes = tensors.map(({ shape }) => 4 * shape.reduce((product, length) => product * length, 1));
  let offset = 0;
  const infos = tensors.map(({ name, shape }, at) => {
    const info = [text(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)];
    offset += pad(sizes[at] ?? 0);
    return Buffer.concat(info);
  });
  const pairs = Object.entries(values).map(([key, value]) => Buffer.concat([text(key), encode(value)]));
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(pairs.length),
    ...pairs,
    ...infos,
  ]);
  const start = pad(head.length);
  const lastWithData = tensors.findLastIndex(({ data }) => data);
  const parts = tensors.slice(0, lastWithData + 1).map(({ data }, at) => {
    const bytes = Buffer.alloc(pad(sizes[at] ?? 0));
    if (data) Buffer.from(data.buffer, data.byteOffset, data.byteLength).copy(bytes);
    return bytes;
  });
  await writeFile(path, Buffer.concat([head, Buffer.alloc(start - head.length), ...parts]));
  await truncate(path, start + offset);
}

/** Small numbers that are the same every time. */
function makeRandom(count: number, seed: number): Float32Array {
  let state = seed;
  return Float32Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return state / 2 ** 31 - 0.5;
  });
}

const width = 64;
/** Marks that SmolVLM's form of pictures is put between. */
const marks = ['<unk>', '<s>', '</s>', '\n\n', '<fake_token_around_image>', '<global-img>'];
/** After the marks and the 256 bytes. */
const firstPhrase = marks.length + 256;
const tokenTypes = { normal: 1, unknown: 2, control: 3, byte: 6 };
export interface TinyModel {
  /** What it writes, whatever it is asked: at most 60 pieces, all different. */
  readonly phrases: readonly string[];
  /** Starts again after the last phrase, for ever. */
  readonly repeats?: boolean;
  /** Makes each token slower: 100,000 take some hundredths of a second. */
  readonly slowness?: number;
  /** It reads only the last characters of each message, which saves time: 300 by default, a picture and the task. */
  readonly readsCharacters?: number;
}

function writeTemplate(characters: number): string {
  const message = `{{ message['role'] }}: {{ message['content'][-${characters}:] }}\n`;
  return `{% for message in messages %}${message}{% endfor %}{% if add_generation_prompt %}assistant:{% endif %}`;
}

/**
 * A language model in GGUF whose words are known: each phrase is a token whose embedding points to the next one. Any text can be
 * asked, a token a byte.
 */
export async function writeTinyModel(path: string, model: TinyModel): Promise<void> {
  const { phrases, repeats = false, slowness = 32, readsCharacters = 300 } = model;
  const count = firstPhrase + phrases.length;
  const bytes = Array.from(
    { length: 256 },
    (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`,
  );
  const embedding = new Float32Array(count * width);
  const output = new Float32Array(count * width);
  for (let token = 0; token < count; token += 1)
    embedding[token * width + Math.max(0, token - firstPhrase + 1)] = 1;
  const end = 2;
  for (let phrase = 0; phrase <= phrases.length; phrase += 1) {
    const isLast = phrase === phrases.length;
    const next = isLast ? (repeats ? firstPhrase : end) : firstPhrase + phrase;
    output[next * width + phrase] = 8;
  }
  const ones = new Float32Array(width).fill(1);
  const square = [width, width];
  await writeGguf(
    path,
    {
      'general.architecture': 'llama',
      'general.name': 'tiny',
      'llama.context_length': 32_768,
      'llama.embedding_length': width,
      'llama.block_count': 1,
      'llama.feed_forward_length': slowness,
      'llama.attention.head_count': 1,
      'llama.attention.layer_norm_rms_epsilon': 1e-5,
      'llama.rope.dimension_count': width,
      'tokenizer.ggml.model': 'llama',
      'tokenizer.ggml.tokens': [...marks, ...bytes, ...phrases.map(toPiece)],
      'tokenizer.ggml.scores': Array.from({ length: count }, (_, token) => -token - 0.5),
      'tokenizer.ggml.token_type': Int32Array.from({ length: count }, (_, token) => {
        if (token < marks.length) return token === 0 ? tokenTypes.unknown : tokenTypes.control;
        return token < firstPhrase ? tokenTypes.byte : tokenTypes.normal;
      }),
      'tokenizer.ggml.bos_token_id': 1,
      'tokenizer.ggml.eos_token_id': end,
      'tokenizer.ggml.unknown_token_id': 0,
      'tokenizer.chat_template': writeTemplate(readsCharacters),
    },
    [
      { name: 'token_embd.weight', shape: [width, count], data: embedding },
      { name: 'output_norm.weight', shape: [width], data: ones },
      { name: 'output.weight', shape: [width, count], data: output },
      { name: 'blk.0.attn_norm.weight', shape: [width], data: ones },
      { name: 'blk.0.ffn_norm.weight', shape: [width], data: ones },
      { name: 'blk.0.attn_q.weight', shape: square },
      { name: 'blk.0.attn_k.weight', shape: square },
      { name: 'blk.0.attn_v.weight', shape: square },
      { name: 'blk.0.attn_output.weight', shape: square },
      { name: 'blk.0.ffn_gate.weight', shape: [width, slowness] },
      { name: 'blk.0.ffn_up.weight', shape: [width, slowness] },
      { name: 'blk.0.ffn_down.weight', shape: [slowness, width] },
    ],
  );
}

function toPiece(phrase: string): string {
  return phrase.replaceAll(' ', '▁');
}

/**
 * The projector that lets {@link writeTinyModel} take pictures, in SmolVLM's form: random weights, and tiles of `imageSize` pixels.
 * @param imageSize a multiple of 16; 512 takes a second for each tile
 */
export async function writeTinyProjector(path: string, imageSize = 32): Promise<void> {
  const patch = 8;
  const size = 16;
  const patches = (imageSize / patch) ** 2;
  const merge = 2;
  const ones = new Float32Array(size).fill(1);
  const zeros = new Float32Array(size);
  let seed = 1;
  const weight = (name: string, ...shape: number[]): Tensor => {
    seed += 1;
    return {
      name,
      shape,
      data: makeRandom(
        shape.reduce((product, length) => product * length, 1),
        seed,
      ),
    };
  };
  const bias = (name: string): Tensor => ({ name, shape: [size], data: zeros });
  const norm = (name: string): Tensor[] => [
    { name: `${name}.weight`, shape: [size], data: ones },
    bias(`${name}.bias`),
  ];
  const linear = (name: string): Tensor[] => [weight(`${name}.weight`, size, size), bias(`${name}.bias`)];
  await writeGguf(
    path,
    {
      'general.architecture': 'clip',
      'clip.has_vision_encoder': true,
      'clip.projector_type': 'idefics3',
      'clip.use_gelu': true,
      'clip.vision.image_size': imageSize,
      'clip.vision.patch_size': patch,
      'clip.vision.embedding_length': size,
      'clip.vision.feed_forward_length': size,
      'clip.vision.projection_dim': width,
      'clip.vision.block_count': 1,
      'clip.vision.attention.head_count': 1,
      'clip.vision.attention.layer_norm_epsilon': 1e-6,
      'clip.vision.image_mean': [0.5, 0.5, 0.5],
      'clip.vision.image_std': [0.5, 0.5, 0.5],
      'clip.vision.projector.scale_factor': merge,
      'clip.vision.preproc_image_size': imageSize,
    },
    [
      weight('v.patch_embd.weight', patch, patch, 3, size),
      bias('v.patch_embd.bias'),
      weight('v.position_embd.weight', size, patches),
      ...norm('v.post_ln'),
      ...norm('v.blk.0.ln1'),
      ...norm('v.blk.0.ln2'),
      ...linear('v.blk.0.attn_q'),
      ...linear('v.blk.0.attn_k'),
      ...linear('v.blk.0.attn_v'),
      ...linear('v.blk.0.attn_out'),
      ...linear('v.blk.0.ffn_up'),
      ...linear('v.blk.0.ffn_down'),
      weight('mm.model.fc.weight', size * merge ** 2, width),
    ],
  );
}
