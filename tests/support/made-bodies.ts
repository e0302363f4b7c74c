import fc from 'fast-check';
import { type FieldSchema, type MadeField, makeFields } from './made-values.ts';
import type { CorpusFile } from './media-corpus.ts';
import { boundary, formType, makeRawForm, type RawPart } from './raw-form.ts';

export interface MadeBody {
  readonly contentType: string | undefined;
  readonly bytes: Buffer;
}

export interface MadeFiles {
  readonly jpeg: Uint8Array;
  readonly videos: readonly CorpusFile[];
}

const oddBytes = fc.uint8Array({ maxLength: 300 }).map(bytes => Buffer.from(bytes));

/** Fields as JSON; duplicate names stay duplicate. */
function writeJson(fields: readonly MadeField[]): string {
  const members = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value) ?? 'null'}`);
  return `{${members.join(',')}}`;
}

const brokenJson = fc.constantFrom(
  '',
  '{',
  '[',
  'null',
  '"text"',
  '1e5',
  '{"a":}',
  '{"a":1}}',
  '\ufeff{}',
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '['.repeat(20_000),
  '{"a":'.repeat(20_000),
  `{"a":${'9'.repeat(5000)}}`,
);

export function makeJsonBody(schema: FieldSchema): fc.Arbitrary<MadeBody> {
  const json = fc.oneof(
    {
      weight: 20,
      arbitrary: makeFields(schema)
        .map(writeJson)
        .map(text => Buffer.from(text)),
    },
    { weight: 1, arbitrary: brokenJson.map(text => Buffer.from(text)) },
    { weight: 1, arbitrary: oddBytes },
  );
  const type = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string | undefined>('application/json') },
    { weight: 1, arbitrary: oddContentType },
  );
  return fc.record({ contentType: type, bytes: json });
}

const oddContentType: fc.Arbitrary<string | undefined> = fc.constantFrom(
  undefined,
  '',
  'application/json; charset=utf-16',
  'Application/JSON;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'b'.repeat(5000)}`,
  'text/plain',
  'application/problem+json',
  'application/octet-stream',
  'a/b/c;;;=',
  'x',
);

export function makeFormBody(schema: FieldSchema, files: MadeFiles): fc.Arbitrary<MadeBody> {
  const fileNames = Object.entries(schema.properties ?? {})
    .filter(([, { format }]) => format === 'binary')
    .map(([name]) => name);
  const texts = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([name]) => !fileNames.includes(name)),
  );
  const parts = fc
    .tuple(makeFields({ ...schema, properties: texts }), makeFileParts(fileNames, files))
    .map(([fields, more]) => [...fields.flatMap(toParts), ...more]);
  const order = parts.chain(each => fc.oneof(fc.constant(each), fc.shuffledSubarray(each)));
  const end = fc.oneof(
    { weight: 30, arbitrary: fc.constant(`--${boundary}--\r\n`) },
    { weight: 1, arbitrary: fc.constantFrom('', `--${boundary}`, `--${boundary}--`, '--other--\r\n') },
  );
  const bytes = fc.oneof(
    { weight: 20, arbitrary: fc.tuple(order, end).map(([each, last]) => makeRawForm(each, last)) },
    { weight: 1, arbitrary: oddBytes },
  );
  const type = fc.oneof(
    { weight: 30, arbitrary: fc.constant<string | undefined>(formType) },
    { weight: 1, arbitrary: oddContentType },
  );
  return fc.record({ contentType: type, bytes });
}

function toParts([name, value]: MadeField): RawPart[] {
  const values = Array.isArray(value) ? value.slice(0, 300) : [value];
  return values.map(each => ({
    name: name.replaceAll(/[\r\n"]/gu, '_'),
    content: typeof each === 'string' ? each : (JSON.stringify(each) ?? ''),
  }));
}

const oddFileName = fc.constantFrom(
  '',
  '../../etc/passwd',
  '%03d',
  'concat:a|b',
  'n\0.mp4',
  '\u202ea.mp4',
  'x'.repeat(3000),
);
const oddPartHeaders = fc.constantFrom<string[]>(
  ['Content-Type: text/plain'],
  ['Content-Transfer-Encoding: base64'],
  Array.from({ length: 30 }, (_, index) => `X-${index}: y`),
  ['no colon'],
);

function makeFileParts(names: readonly string[], { jpeg, videos }: MadeFiles): fc.Arbitrary<RawPart[]> {
  if (names.length === 0) return fc.constant([]);
  const content = fc.oneof(
    { weight: 6, arbitrary: fc.constant(jpeg) },
    // Each of these starts a decoder.
    { weight: 1, arbitrary: fc.constantFrom(...videos).map(({ bytes }): Uint8Array => bytes) },
    { weight: 2, arbitrary: oddBytes.map((bytes): Uint8Array => bytes) },
  );
  const part: fc.Arbitrary<RawPart> = fc.record({
    name: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, fc.constantFrom('file', '')),
    content,
    filename: fc.oneof({ weight: 9, arbitrary: fc.constant('a.jpg') }, oddFileName),
    headers: fc.oneof({ weight: 9, arbitrary: fc.constant<string[]>([]) }, oddPartHeaders),
  });
  return fc.array(part, { maxLength: 4 });
}
