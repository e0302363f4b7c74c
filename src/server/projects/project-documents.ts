import { Tinypool } from 'tinypool';
import { CodedError } from '#shared/errors.ts';
import type { Project } from '#shared/narration/project.ts';
import { type DocumentTasks, openStored, workOnDocument } from './document-worker.ts';
import { type PackedJson, unpackText } from './packed-json.ts';

export interface Revision {
  readonly revision: number;
  readonly epoch: string;
}

/** Work on smaller documents hardly blocks. */
const largeBytes = 64 * 1024;
const maxKeptBytes = 32 * 1024 * 1024;
/** A parsed document takes several times its JSON. */
const parsedFactor = 4;

/** Work on documents. What blocks is done in a thread that is started for large ones, and ends after a minute without work. */
export class ProjectDocuments {
  readonly #kept = new Kept(maxKeptBytes);
  readonly #pool = new Tinypool({
    filename: new URL('./document-worker.ts', import.meta.url).href,
    name: 'workOnDocument' satisfies typeof workOnDocument.name,
    runtime: 'worker_threads',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    execArgv: [],
    // The garbage of one document is collected before the next one's.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });

  parsed = 0;

  readWrite(body: Uint8Array) {
    return this.#work('readWrite', body.length, [body]);
  }

  /** Once for all that read the same revision at a time. @throws CodedError `bad_request` for a damaged one */
  open(key: string, document: PackedJson): Promise<Project> {
    const open = async () => {
      this.parsed += 1;
      return openStored(JSON.parse(await unpackText(document)));
    };
    return this.#kept.get(`parsed ${key}`, open, () => parsedFactor * document.length);
  }

  readShown(key: string, document: PackedJson, narrationId: string) {
    const read = () => {
      this.parsed += 1;
      return this.#work('readShown', document.length, [document, narrationId]);
    };
    return this.#kept.get(
      `shown ${JSON.stringify(narrationId)} ${key}`,
      read,
      shown => shown?.narration.length ?? 0,
    );
  }

  keep<Row extends { readonly document: PackedJson }>(key: string, load: () => Promise<Row>): Promise<Row> {
    return this.#kept.get(key, load, ({ document }) => document.length);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #work<Name extends keyof DocumentTasks>(
    name: Name,
    bytes: number,
    args: Parameters<DocumentTasks[Name]>,
  ): Promise<Awaited<ReturnType<DocumentTasks[Name]>>> {
    const task = { name, args };
    const { answer, refused } = await (bytes < largeBytes ? workOnDocument(task) : this.#pool.run(task));
    if (refused) throw new CodedError(refused.code, { message: refused.message });
    return answer;
  }
}

/** Results by key, as many as take so many bytes, the latest used ones. Who asks for one that is being made waits for it. */
class Kept {
  readonly #most: number;
  readonly #entries = new Map<string, { readonly value: Promise<unknown>; bytes: number }>();
  #bytes = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async get<Value>(
    key: string,
    make: () => Promise<Value>,
    measure: (value: Value) => number,
  ): Promise<Value> {
    const found = this.#entries.get(key);
    const entry = found ?? { value: make(), bytes: 0 };
    // Moved behind all others.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    try {
      const value = (await entry.value) as Value;
      if (!found && this.#entries.get(key) === entry) this.#count(entry, measure(value));
      return value;
    } catch (error) {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
      throw error;
    }
  }

  #count(entry: { bytes: number }, bytes: number): void {
    entry.bytes = bytes;
    this.#bytes += bytes;
    for (const [key, { bytes: each }] of this.#entries) {
      if (this.#bytes <= this.#most) return;
      this.#bytes -= each;
      this.#entries.delete(key);
    }
  }
}
