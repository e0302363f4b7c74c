/** Writes models in ONNX's format (onnx.proto, protobuf by hand), as small as a test needs. */

type Value = Uint8Array | string | number | bigint;
/** A field of a message: its number in onnx.proto and its value. Numbers are integers. */
type Field = readonly [number: number, value: Value];

export const elementTypes = { float: 1, int32: 6, int64: 7 } as const;
type ElementType = keyof typeof elementTypes;

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Integers only. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface OnnxConstant {
  readonly type: ElementType;
  /** None for a scalar. */
  readonly shape: readonly number[];
  readonly values: readonly number[];
}

export interface OnnxValue {
  readonly type: ElementType;
  /** Names stand for sizes that differ. */
  readonly shape: readonly (number | string)[];
}

export interface OnnxModel {
  readonly inputs: Readonly<Record<string, OnnxValue>>;
  readonly outputs: Readonly<Record<string, OnnxValue>>;
  readonly constants: Readonly<Record<string, OnnxConstant>>;
  readonly nodes: readonly OnnxNode[];
  readonly metadata: Readonly<Record<string, string>>;
}

/** The bytes of a model's file. */
export function writeOnnx({ inputs, outputs, constants, nodes, metadata }: OnnxModel): Buffer {
  const graph = write([
    ...nodes.map((node): Field => [1, writeNode(node)]),
    [2, 'tiny'],
    ...Object.entries(constants).map(([name, constant]): Field => [5, writeConstant(name, constant)]),
    ...Object.entries(inputs).map(([name, value]): Field => [11, writeValue(name, value)]),
    ...Object.entries(outputs).map(([name, value]): Field => [12, writeValue(name, value)]),
  ]);
  return write([
    [1, 8],
    [7, graph],
    [8, write([[2, 17]])],
    ...Object.entries(metadata).map(
      ([key, value]): Field => [
        14,
        write([
          [1, key],
          [2, value],
        ]),
      ],
    ),
  ]);
}

function writeNode({ op, inputs, outputs, attributes = {} }: OnnxNode): Buffer {
  return write([
    ...inputs.map((name): Field => [1, name]),
    ...outputs.map((name): Field => [2, name]),
    [4, op],
    ...Object.entries(attributes).map(([name, value]): Field => [5, writeAttribute(name, value)]),
  ]);
}

function writeAttribute(name: string, value: number | readonly number[]): Buffer {
  if (typeof value === 'number')
    return write([
      [1, name],
      [3, value],
      [20, 2],
    ]);
  return write([[1, name], ...value.map((each): Field => [8, each]), [20, 7]]);
}

function writeConstant(name: string, { type, shape, values }: OnnxConstant): Buffer {
  const data = type === 'float' ? Float32Array.from(values) : BigInt64Array.from(values, BigInt);
  return write([
    ...shape.map((size): Field => [1, size]),
    [2, elementTypes[type]],
    [8, name],
    [9, new Uint8Array(data.buffer)],
  ]);
}

function writeValue(name: string, { type, shape }: OnnxValue): Buffer {
  const sizes = shape.map((size): Field => [1, write([[typeof size === 'number' ? 1 : 2, size]])]);
  const tensor = write([
    [1, elementTypes[type]],
    [2, write(sizes)],
  ]);
  return write([
    [1, name],
    [2, write([[1, tensor]])],
  ]);
}

/** A message of protobuf. */
function write(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number' || typeof value === 'bigint')
        return [writeVarint(number << 3), writeVarint(value)];
      const bytes = typeof value === 'string' ? Buffer.from(value) : value;
      return [writeVarint((number << 3) | 2), writeVarint(bytes.length), bytes];
    }),
  );
}

function writeVarint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
