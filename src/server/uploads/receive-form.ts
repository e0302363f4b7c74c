import { createHash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { MultipartValue } from '@fastify/multipart';
import type { z } from 'zod';
import { unlessCancelled } from '#shared/async/unless-cancelled.ts';
import { CodedError } from '#shared/errors.ts';
import { fill, type Message } from '#shared/messages/message.ts';
import { requestErrors } from '#shared/messages/request-errors.ts';
import type { Request } from '../http/app-types.ts';
import type { Digest } from '../idempotency/keyed-calls.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import {
  describeByteLimit,
  formOverheadBytes,
  maxFormFields,
  maxHeldFileBytes,
  maxTextFieldBytes,
  tooLarge,
} from './upload-limits.ts';
import type { BodyCheck } from './watch-body.ts';

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

/** Each text field of a schema, at most once. */
export function takeOnce(fields: z.ZodRawShape): FormShape['texts'] {
  return Object.fromEntries(Object.keys(fields).map(name => [name, 1]));
}

interface FormTarget {
  readonly folder: string;
  readonly writeBufferBytes: number;
  /** Receives all fields and files as they arrive. */
  readonly digest: Digest | undefined;
}

/** A complete form. Disposing of it deletes its files. */
export interface ReceivedForm extends AsyncDisposable {
  /** A string for a field that may occur once, else an array in order; missing fields are left out. */
  readonly texts: Readonly<Record<string, string | readonly string[]>>;
  getFiles(name: string): readonly ReceivedFile[];
  getPath(name: string): string | undefined;
}

/** The largest total size of a form's files. */
export function computeMaxFileBytes(shape: FormShape): number {
  return (
    shape.heldBytes ?? Math.max(...Object.values(shape.files).map(({ most, maxBytes }) => most * maxBytes), 0)
  );
}

/**
 * Reads a multipart form and streams its files to disk, except small ones that are read as a whole.
 * @throws CodedError when it is malformed, stalls, exceeds a limit, or has unknown fields; its files are deleted then
 */
export async function receiveForm(
  request: Request,
  shape: FormShape,
  target: FormTarget,
): Promise<ReceivedForm> {
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

/** All bytes of a form count; bytes outside of files stay in memory. */
function checkForm(maxFileBytes: number, heldFileBytes = 0): BodyCheck {
  return ({ bytes, heldBytes }) => {
    if (bytes > maxFileBytes + formOverheadBytes) throw tooLarge(maxFileBytes);
    if (heldBytes > heldFileBytes + formOverheadBytes)
      throw new CodedError('too_large', {
        message: fill(requestErrors.fieldsTooLarge, { limit: describeByteLimit(formOverheadBytes) }),
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
      else await form.takeFile(value.fieldname, value.file);
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
  readonly #files = new Map<string, ReceivedFile[]>();
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

  getFiles(name: string): readonly ReceivedFile[] {
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
    if (valueTruncated)
      return new CodedError('too_large', { message: fill(requestErrors.fieldTooLong, { name }) });
    if (typeof value !== 'string')
      return new CodedError('bad_request', { message: fill(requestErrors.fieldNotText, { name }) });
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

  async takeFile(name: string, content: Readable): Promise<void> {
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
    this.#files.set(name, [...files, file]);
  }

  /** A path for the next file, which is deleted with the form. */
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

/** The error for a field that occurs too often. */
export function refuseRepeated(name: string, most: number): CodedError {
  return new CodedError('bad_request', { message: fill(requestErrors.fieldRepeated, { name, count: most }) });
}

const codesOfLimits = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

/** The multipart parser's messages for broken forms, plain errors without a code. */
const brokenForm = /multipart|boundary|terminated early|Malformed|Unexpected end|header/iu;

/** Converts the multipart parser's errors, which would otherwise count as server errors. Others pass through. */
export function toFormError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CodedError) return error;
  const code = 'code' in error ? String(error.code) : '';
  if (codesOfLimits.has(code))
    return new CodedError('too_large', { message: fill(requestErrors.tooManyFields) });
  if (code === 'FST_PROTO_VIOLATION')
    return new CodedError('bad_request', { message: fill(requestErrors.unknownField) });
  if (code === 'FST_INVALID_JSON_FIELD_ERROR')
    return new CodedError('bad_request', { message: fill(requestErrors.fieldsNotText) });
  if (code === 'FST_MP_PREMATURE_CLOSE' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ECONNRESET')
    return new CodedError('client_closed');
  if (code === '' && brokenForm.test(error.message))
    return new CodedError('bad_request', { message: fill(requestErrors.brokenForm) });
  return error;
}
