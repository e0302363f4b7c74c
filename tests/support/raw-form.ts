/** A part of a form, sent exactly like this. */
export interface RawPart {
  readonly name?: string;
  readonly content?: string | Uint8Array;
  /** Makes it a file. */
  readonly filename?: string;
  /** Header lines after the first one. */
  readonly headers?: readonly string[];
}

export const boundary = 'benshi-test-boundary';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** The body of a form, byte by byte, so that it can be broken. */
export function makeRawForm(parts: readonly RawPart[], end = `--${boundary}--\r\n`): Buffer {
  return Buffer.concat([...parts.map(makePart), Buffer.from(end)]);
}

function makePart({ name, content = '', filename, headers = [] }: RawPart): Buffer {
  const disposition = ['form-data', ...(name === undefined ? [] : [`name="${name}"`])];
  if (filename !== undefined) disposition.push(`filename="${filename}"`);
  const head = [`--${boundary}`, `Content-Disposition: ${disposition.join('; ')}`, ...headers].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(content), Buffer.from('\r\n')]);
}
