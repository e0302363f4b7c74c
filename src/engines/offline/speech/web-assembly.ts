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
