import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { z } from 'zod';
import { unlessCancelled } from '#shared/cancellation.ts';
import { CodedError, refuse } from '#shared/errors.ts';
import { limitErrors } from '#shared/messages/limit-errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Limit } from '../guards/guards.ts';
import type { Request } from '../http/app-types.ts';
import type { Digest } from '../idempotency/keyed-calls.ts';
import { ConcurrencyLimit } from '../limits/concurrency-limit.ts';
import { requireVisitor } from '../limits/require-visitor.ts';
import {
  describeByteLimit,
  formOverheadBytes,
  maxFormFields,
  maxHeldFileBytes,
  maxTextFieldBytes,
  refuseEarly,
  tooLarge,
  type UploadLimits,
  writeBuffers,
} from './upload-limits.ts';
import type { BodyCheck } from './watch-body.ts';

export class Uploads {
  readonly #folder: string;
  readonly #running: ConcurrencyLimit;

  constructor(folder: string, limits: Pick<UploadLimits, 'perAddress'>) {
    this.#folder = folder;
    this.#running = new ConcurrencyLimit(limitErrors.uploadsAtOnce, { each: limits.perAddress });
  }

  get count(): number {
    return this.#running.count;
  }

  /** The guard of a route that takes a form with files: limits how many run at once. */
  readonly limit: Limit = async (request, rest) => {
    using _running = await this.#running.begin(requireVisitor(request), request.work);
    return await rest();
  };

  /**
   * Refuses a form by its headers and the free disk space.
   * @throws CodedError `unsupported_media_type`, `bad_request`, `too_large`, `storage_full`
   */
  async requireAcceptable(request: Request, shape: FormShape): Promise<void> {
    refuseEarly(request, computeMaxFileBytes(shape));
    const bytes = Number(request.headers['content-length'] ?? 0);
    // Small bodies stay in memory, or fail when written. Zero if the size is unknown.
    if (bytes === 0 || bytes > maxHeldFileBytes) await this.#requireSpace(bytes);
  }

  /** @throws CodedError as {@link receiveForm} */
  receive(request: Request, shape: FormShape, digest?: Digest): Promise<ReceivedForm> {
    const { large, largeUntil, small } = writeBuffers;
    const writeBufferBytes = this.count <= largeUntil ? large : small;
    return receiveForm(request, shape, { folder: this.#folder, writeBufferBytes, digest });
  }

  async #requireSpace(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bytes > bavail * bsize) throw new CodedError('storage_full');
  }
}

export interface FormShape {
  /** Text fields and how often each may occur. */
  readonly texts: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, FileRule>>;
  /** The most bytes of all files together, if none of them may be written to disk. */
  readonly heldBytes?: number;
}

interface FileRule {
  readonly most: number;
  readonly maxBytes: number;
  /** It is read as a whole once received, so it stays in memory if there is space. */
  readonly isReadWhole?: boolean;
}

export function takeOnce(fields: z.ZodRawShape): FormShape['texts'] {
  return Object.fromEntries(Object.keys(fields).map(name => [name, 1]));
}

interface FormTarget {
  readonly folder: string;
  readonly writeBufferBytes: number;
  readonly digest: Digest | undefined;
}

/** A complete form. Disposing of it deletes its files. */
export interface ReceivedForm extends AsyncDisposable {
  /** A string for a field that may occur once, else an array in order; missing fields are left out. */
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  getFiles(name: string): readonly NamedFile[];
  getPath(name: string): string | undefined;
}

function computeMaxFileBytes(shape: FormShape): number {
  return (
    shape.heldBytes ?? Math.max(...Object.values(shape.files).map(({ most, maxBytes }) => most * maxBytes), 0)
  );
}

/**
 * Reads a multipart form and streams its files to disk, except small ones that are read as a whole.
 * @throws CodedError when it is malformed, stalls, exceeds a limit, or has unknown fields; its files are deleted then
 */
async function receiveForm(request: Request, shape: FormShape, target: FormTarget): Promise<ReceivedForm> {
  const { bodyWatch } = request;
  bodyWatch.check(checkForm(computeMaxFileBytes(shape), shape.heldBytes));
  const form = new FormOnDisk(shape, request, target);
  const stopped = unlessCancelled(bodyWatch.failure, request.work);
  stopped.catch(() => {});
  try {
    await takeParts(request, form, stopped);
    return form;
  } catch (error) {
    await form[Symbol.asyncDispose]();
    throw toFormError(error);
  }
}

/** Bytes outside of files stay in memory. */
function checkForm(maxFileBytes: number, heldFileBytes = 0): BodyCheck {
  return ({ bytes, heldBytes }) => {
    if (bytes > maxFileBytes + formOverheadBytes) throw tooLarge(maxFileBytes);
    if (heldBytes > heldFileBytes + formOverheadBytes)
      throw refuse('too_large', requestErrors.fieldsTooLarge, {
        limit: describeByteLimit(formOverheadBytes),
      });
  };
}

/** Reports invalid fields only after counting them: a form with thousands is too large in any case. */
async function takeParts(request: Request, form: FormOnDisk, stopped: Promise<never>): Promise<void> {
  const parts = request.parts({ limits: partLimits });
  let refusal: CodedError | undefined;
  let next = parts.next();
  try {
    for (;;) {
      const { done, value } = await Promise.race([stopped, next]);
      if (done) break;
      if (value.type === 'field') refusal ??= form.takeText(value);
      else if (refusal) break;
      else await form.takeFile(value);
      next = parts.next();
    }
  } finally {
    next.catch(() => {});
  }
  if (refusal) throw refusal;
}

const partLimits = {
  fields: maxFormFields,
  fieldSize: maxTextFieldBytes,
  // Each file has its own limit, checked where it is written.
  fileSize: Number.POSITIVE_INFINITY,
};

class FormOnDisk implements ReceivedForm {
  readonly texts: Record<string, string | string[]> = Object.create(null);
  readonly #files = new Map<string, NamedFile[]>();
  readonly #paths: string[] = [];
  #heldBytes = 0;
  readonly #shape: FormShape;
  readonly #request: Request;
  readonly #target: FormTarget;

  constructor(shape: FormShape, request: Request, target: FormTarget) {
    this.#shape = shape;
    this.#request = request;
    this.#target = target;
  }

  getFiles(name: string): readonly NamedFile[] {
    return this.#files.get(name) ?? [];
  }

  getPath(name: string): string | undefined {
    return this.getFiles(name)[0]?.path;
  }

  /** @returns an error if the field is invalid */
  takeText({ fieldname: name, value, valueTruncated }: MultipartValue): CodedError | undefined {
    const most = find(this.#shape.texts, name);
    if (most === undefined)
      return refuseUnknown(name, find(this.#shape.files, name) && requestErrors.fieldNotFile);
    if (valueTruncated) return refuse('too_large', requestErrors.fieldTooLong, { name });
    if (typeof value !== 'string') return refuse('bad_request', requestErrors.fieldNotText, { name });
    this.#target.digest?.update(JSON.stringify(['text', name, value]));
    if (most === 1) {
      if (this.texts[name] !== undefined) return refuseRepeated(name, most);
      this.texts[name] = value;
      return undefined;
    }
    const texts = this.texts[name] ?? [];
    if (!Array.isArray(texts) || texts.length >= most) return refuseRepeated(name, most);
    this.texts[name] = [...texts, value];
    return undefined;
  }

  async takeFile({ fieldname: name, filename, file: content }: MultipartFile): Promise<void> {
    const rule = find(this.#shape.files, name);
    if (!rule)
      throw refuseUnknown(name, find(this.#shape.texts, name) ? requestErrors.fieldNotText : undefined);
    const files = this.getFiles(name);
    if (files.length >= rule.most) throw refuseRepeated(name, rule.most);
    const hash = this.#target.digest && createHash('sha256');
    const { heldBytes = maxHeldFileBytes } = this.#shape;
    const freeBytes = rule.isReadWhole ? heldBytes - this.#heldBytes : 0;
    const file = await receiveFile(content, {
      request: this.#request,
      makePath: () => this.#makePath(),
      maxBytes: this.#shape.heldBytes === undefined ? rule.maxBytes : freeBytes,
      limitBytes: this.#shape.heldBytes,
      freeBytes,
      writeBufferBytes: this.#target.writeBufferBytes,
      hash,
    });
    if (file.path === undefined) this.#heldBytes += file.bytes;
    if (hash) this.#target.digest?.update(JSON.stringify(['file', name, hash.digest('base64url')]));
    this.#files.set(name, [...files, { ...file, name: filename }]);
  }

  #makePath(): string {
    const path = join(this.#target.folder, randomUUID());
    this.#paths.push(path);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#paths.splice(0).map(path => rm(path, { force: true })));
  }
}

function find<T>(rules: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(rules, name) ? rules[name] : undefined;
}

/** @param otherKind message for a field that is known as another kind */
function refuseUnknown(name: string, otherKind: Message<'name'> | undefined): CodedError {
  const message = otherKind ? fill(otherKind, { name }) : fill(requestErrors.unknownField);
  return new CodedError('bad_request', { message });
}

export function refuseRepeated(name: string, most: number): CodedError {
  return refuse('bad_request', requestErrors.fieldRepeated, { name, count: most });
}

const codesOfLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** The multipart parser's messages for broken forms, plain errors without a code. */
const brokenForm = /multipart|boundary|terminated early|Malformed|Unexpected end|header/iu;

/** Converts the multipart parser's errors, which would otherwise count as server errors. Others pass through. */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (codesOfLimits.has(code)) return refuse('too_large', requestErrors.tooManyFields);
  if (code === 'FST_PROTO_VIOLATION') return refuse('bad_request', requestErrors.unknownField);
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return refuse('bad_request', requestErrors.fieldsNotText);
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new CodedError('client_closed');
  if (code === '' && brokenForm.test(error.message)) return refuse('bad_request', requestErrors.brokenForm);
  return error;
}

export interface ReceivedFile {
  readonly bytes: number;
  /** A random name in the temporary folder; undefined for a file in memory. */
  readonly path: string | undefined;
  read(): Promise<Uint8Array<ArrayBuffer>>;
}

/** By the client, without folders. */
type NamedFile = ReceivedFile & { readonly name: string | undefined };

interface FileToReceive {
  readonly request: Request;
  /** Creates the path, only if it does not stay in memory. The caller deletes the file, also after a failure. */
  readonly makePath: () => string;
  readonly maxBytes: number;
  /** What the error names, if the file is one of several with a limit together. */
  readonly limitBytes?: number | undefined;
  readonly freeBytes: number;
  readonly writeBufferBytes: number;
  readonly hash: Hash | undefined;
}

/**
 * Receives one file. Small files stay in memory, because a temporary file costs a millisecond of processor time, as much as all other work
 * on an image.
 * @throws CodedError `too_large`, and errors of the body
 */
async function receiveFile(content: Readable, file: FileToReceive): Promise<ReceivedFile> {
  const { bodyWatch, work } = file.request;
  bodyWatch.failure.catch((error: Error) => content.destroy(error));
  addAbortSignal(work, content);
  const pieces = limit(content, file);
  const start = await takeStart(pieces, file.freeBytes);
  if (start.isWhole) return inMemory(Buffer.concat(start.pieces));
  const path = file.makePath();
  let bytes = 0;
  async function* all() {
    for (const piece of start.pieces) yield piece;
    yield* pieces;
  }
  async function* count(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      // Written chunks have length 0 afterwards.
      const { length } = chunk;
      bytes += length;
      yield chunk;
      bodyWatch.moveOut(length);
    }
  }
  // Opened first, so that no file can appear after its deletion.
  const written = await openForPieces(path, file.writeBufferBytes);
  // The stream is closed after success and failure.
  await pipeline(all, count, written, { signal: work });
  return { bytes, path, read: async () => new Uint8Array(await readFile(path)) };
}

async function* limit(
  content: Readable,
  { maxBytes, limitBytes = maxBytes, hash }: FileToReceive,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(limitBytes);
    hash?.update(chunk);
    yield chunk;
  }
}

async function takeStart(
  pieces: AsyncGenerator<Buffer>,
  freeBytes: number,
): Promise<{ readonly pieces: Buffer[]; readonly isWhole: boolean }> {
  const taken: Buffer[] = [];
  let bytes = 0;
  while (bytes <= freeBytes) {
    const { done, value } = await pieces.next();
    if (done) return { pieces: taken, isWhole: freeBytes > 0 };
    taken.push(value);
    bytes += value.length;
  }
  return { pieces: taken, isWhole: false };
}

function inMemory(content: Uint8Array<ArrayBuffer>): ReceivedFile {
  return { bytes: content.length, path: undefined, read: async () => content };
}

/**
 * Opens a new private file as a stream that releases the memory of chunks once written.
 *
 * With Node's own stream, V8 frees them only at the next garbage collection: by then 150 MB of written chunks were in memory.
 * @param waitingBytes how much may wait for the disk; written as one piece
 * @throws errors of opening; later errors of the disk are the stream's, and the file is closed in any case
 */
export async function openForPieces(path: string, waitingBytes: number): Promise<Writable> {
  const file = await open(path, 'wx', 0o600);
  const writeAll = async (pieces: readonly Buffer[]) => {
    await writeWhole(file, pieces);
    for (const piece of pieces) release(piece);
  };
  return new Writable({
    highWaterMark: waitingBytes,
    decodeStrings: true,
    write: (piece: Buffer, _, done) => settle(writeAll([piece]), done),
    writev: (waiting, done) => settle(writeAll(waiting.map(({ chunk }) => chunk as Buffer)), done),
    destroy: (error, done) => settle(file.close(), failure => done(error ?? failure)),
  });
}

/** Continues after partial writes. */
export async function writeWhole(
  file: Pick<FileHandle, 'write' | 'writev'>,
  pieces: readonly Buffer[],
): Promise<void> {
  const { bytesWritten } = await file.writev(pieces);
  let before = bytesWritten;
  for (const piece of pieces) {
    const written = Math.min(before, piece.length);
    before -= written;
    for (let at = written; at < piece.length; ) at += (await file.write(piece, at)).bytesWritten;
  }
}

/** Releases a chunk's memory if nothing shares it. */
function release({ buffer, byteLength }: Buffer): void {
  if (buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function settle(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error: Error) => done(error),
  );
}
