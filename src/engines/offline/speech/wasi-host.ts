/** The parts we use of what Node has without types: those of the browser are not loaded here. */
interface WebAssemblyApi {
  compile(bytes: Uint8Array): Promise<object>;
  instantiate(
    module: object,
    imports: Readonly<Record<string, WasmImports>>,
  ): Promise<{ readonly exports: Readonly<Record<string, unknown>> }>;
}

export type WasmImports = Record<string, (...parameters: never[]) => unknown>;

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

export const webAssembly: WebAssemblyApi = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
  .WebAssembly;

/** Numbers of WASI preview 1 (wasi_snapshot_preview1.witx). */
const badDescriptor = 8;
const directory = { descriptor: 3, type: 3 } as const;
const file = { descriptor: 4, type: 4 } as const;
const directoryName = new TextEncoder().encode('/');
const allRights = 0x1fff_ffffn;

/**
 * The part of WASI that a program needs which reads its arguments and writes one file. Node's own is marked as
 * experimental and writes to the disk. The clock stands still, so that the same arguments always give the same file.
 */
export function createWasiHost() {
  let argBytes: readonly Uint8Array[] = [];
  let output = new Uint8Array(64 * 1024);
  let length = 0;
  let position = 0;
  const host = {
    imports: {} as WasmImports,
    /** Known once the program is made with the imports. */
    memory: undefined as WasmMemory | undefined,
    /** Before each start of the program. @param args the first is its name */
    begin(args: readonly string[]): void {
      argBytes = args.map(arg => new TextEncoder().encode(`${arg}\0`));
      length = 0;
      position = 0;
    },
    /** @returns what was written to the file since then */
    readOutput: () => output.slice(0, length),
  };
  const requireBuffer = () => {
    if (!host.memory) throw new TypeError('The program has no memory yet.');
    return host.memory.buffer;
  };
  const view = () => new DataView(requireBuffer());
  const bytes = () => new Uint8Array(requireBuffer());

  const write = (piece: Uint8Array) => {
    const end = position + piece.length;
    if (end > output.length) {
      const larger = new Uint8Array(Math.max(end, 2 * output.length));
      larger.set(output);
      output = larger;
    }
    output.set(piece, position);
    position = end;
    length = Math.max(length, end);
  };

  Object.assign(host.imports, {
    args_sizes_get(countAt: number, sizeAt: number) {
      view().setUint32(countAt, argBytes.length, true);
      view().setUint32(
        sizeAt,
        argBytes.reduce((sum, arg) => sum + arg.length, 0),
        true,
      );
      return 0;
    },
    args_get(pointersAt: number, textAt: number) {
      let at = textAt;
      for (const [index, arg] of argBytes.entries()) {
        view().setUint32(pointersAt + 4 * index, at, true);
        bytes().set(arg, at);
        at += arg.length;
      }
      return 0;
    },
    clock_time_get(_clock: number, _precision: bigint, timeAt: number) {
      view().setBigUint64(timeAt, 0n, true);
      return 0;
    },
    fd_close: () => 0,
    fd_fdstat_get(descriptor: number, statAt: number) {
      const type = descriptor === directory.descriptor ? directory.type : file.type;
      bytes().fill(0, statAt, statAt + 24);
      view().setUint8(statAt, type);
      view().setBigUint64(statAt + 8, allRights, true);
      view().setBigUint64(statAt + 16, allRights, true);
      return 0;
    },
    fd_fdstat_set_flags: () => 0,
    fd_prestat_get(descriptor: number, statAt: number) {
      if (descriptor !== directory.descriptor) return badDescriptor;
      view().setUint32(statAt, 0, true);
      view().setUint32(statAt + 4, directoryName.length, true);
      return 0;
    },
    fd_prestat_dir_name(_descriptor: number, nameAt: number) {
      bytes().set(directoryName, nameAt);
      return 0;
    },
    fd_read(_descriptor: number, _buffers: number, _count: number, readAt: number) {
      view().setUint32(readAt, 0, true);
      return 0;
    },
    fd_seek(descriptor: number, offset: bigint, from: number, positionAt: number) {
      if (descriptor !== file.descriptor) return badDescriptor;
      position = Number(offset) + ([0, position, length][from] ?? 0);
      view().setBigUint64(positionAt, BigInt(position), true);
      return 0;
    },
    fd_write(descriptor: number, buffers: number, count: number, writtenAt: number) {
      let written = 0;
      for (let index = 0; index < count; index++) {
        const start = view().getUint32(buffers + 8 * index, true);
        const size = view().getUint32(buffers + 8 * index + 4, true);
        // What it says to its user is not kept.
        if (descriptor === file.descriptor) write(bytes().subarray(start, start + size));
        written += size;
      }
      view().setUint32(writtenAt, written, true);
      return 0;
    },
    path_open(...parameters: readonly unknown[]) {
      view().setUint32(Number(parameters.at(-1)), file.descriptor, true);
      return 0;
    },
    proc_exit(code: number) {
      throw new Error(`The program ended itself with code ${code}.`);
    },
  });
  return host;
}
