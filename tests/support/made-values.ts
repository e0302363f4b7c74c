import fc from 'fast-check';

/** The subset of JSON Schema that the calls' description uses. */
export interface FieldSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema | false;
  readonly prefixItems?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
}

const sentence = fc.constantFrom(
  'A dog waits in the sun. Then it runs.',
  '[0:01] A dog waits.\n[0:04] It runs.',
  '[0:12.5] Only one line',
  'Ein Hund läuft. Er bellt!',
  '犬が走る。',
  '   ',
);

/** Strings that have broken programs before. */
const oddText = fc.oneof(
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff\ud800',
    '\u202egnp.exe',
    '\ufeff',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-0',
    '1e999',
    '0x10',
    "' or 1=1 --",
    '"; drop table users; --',
    '%00%0a%s%n',
    '../../etc/passwd',
    '{{7*7}}#{7*7}',
    '<script>alert(1)</script>',
    'a@b, c@d',
    'a\r\nBcc: x@example.org',
    '[0:99] x\n[0:01] y',
    '[9999999999:00] x',
    `a${'\u0301'.repeat(500)}`,
    '👩‍👩‍👧'.repeat(50),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(300, 5000, 25_000, 130_000).map(length => 'long '.repeat(length / 5)),
);

const oddNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e-320, 2 ** 31, 2 ** 53, 1e21, 1e308, -1e308),
  fc.double({ noNaN: true }),
);

/** Values of the wrong type, or out of bounds. */
export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 2, arbitrary: oddNumber },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 3 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom(30, 500).map(nest) },
  { weight: 1, arbitrary: fc.constantFrom(500, 3000).map(length => Array.from({ length }, () => 1)) },
);

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values that the call should accept by its description. */
export function makeGoodValue(schema: FieldSchema): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  switch (schema.type) {
    case 'number':
      return fc.double({
        min: schema.minimum ?? (schema.exclusiveMinimum === undefined ? 0 : 0.1),
        max: Math.min(schema.maximum ?? 100, 100),
        noNaN: true,
      });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 10, 10) });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return makeGoodArray(schema);
    case 'object':
      return makeGoodObject(schema);
    default:
      return sentence.map(text => text.slice(0, schema.maxLength));
  }
}

function makeGoodArray({ items, prefixItems, maxItems = 5 }: FieldSchema): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map(makeGoodValue));
  return fc.array(makeGoodValue(items || {}), { maxLength: Math.min(maxItems, 5) });
}

function makeGoodObject({ properties = {}, required = [] }: FieldSchema): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, each]) => [name, makeGoodValue(each)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
}

/** A field as it is sent: perhaps repeated or unknown. */
export type MadeField = readonly [name: string, value: unknown];

/** Valid values, where the description is incomplete: by field name. */
const knownValues: Readonly<Record<string, readonly unknown[]>> = {
  email: ['ada@example.org', 'nobody@example.org', 'ADA@example.org'],
  guest_email: ['ada@example.org', 'ä@bücher.example'],
  password: ['a loom of numbers 1843', 'wrong', 'aaaaaaaa'],
  newPassword: ['a loom of numbers 1843'],
  user_id: ['benshi'],
  service_id: ['default_service'],
  template_id: ['contact'],
  prompt: ['Tell it as a story', 'Tell it as a story. Output in this language: English'],
  gaps: ['[[0, 4], [6, 9]]', [[0, 4]], '[[1e400, 2]]', '[[4, 1]]'],
  seconds: ['1', [0, 2], '0,2,4'],
};

/** Fields of a call: most valid, some missing, wrong, repeated or unknown. */
export function makeFields({ properties = {}, required = [] }: FieldSchema): fc.Arbitrary<MadeField[]> {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const known = knownValues[name];
    const good = known ? fc.oneof(fc.constantFrom(...known), makeGoodValue(schema)) : makeGoodValue(schema);
    const one = (value: fc.Arbitrary<unknown>) => value.map((each): MadeField[] => [[name, each]]);
    const isRequired = required.includes(name);
    return fc.oneof(
      { weight: isRequired ? 30 : 10, arbitrary: one(good) },
      { weight: isRequired ? 1 : 20, arbitrary: fc.constant<MadeField[]>([]) },
      { weight: 3, arbitrary: one(oddValue) },
      { weight: 1, arbitrary: fc.tuple(one(good), one(oddValue)).map(both => both.flat()) },
    );
  });
  const more = fc.oneof(
    { weight: 12, arbitrary: fc.constant<MadeField[]>([]) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.oneof(fc.constantFrom('__proto__', 'plan', 'emailVerified', 'id', 'topic', ''), oddText),
          oddValue,
        )
        .map((field): MadeField[] => [field]),
    },
  );
  return fc.tuple(...fields, more).map(all => all.flat());
}
