import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getLanguage } from '../languages.ts';
import type { Marks } from '../marks/provenance.ts';
import { readSubtitles } from '../narration/formats/read-subtitles.ts';
import { type DaptScript, writeDapt } from './write-dapt.ts';

const marks: Marks = {
  software: 'Benshi 1.0',
  sentence: 'Audio description: synthetic voice, nova by OpenAI (tts-1). Text: written by a person.',
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  madeAt: '2026-11-28T12:00:00Z',
};

const cues = [
  { startSeconds: 0.1, endSeconds: 2, text: 'A cell splits into two.', voice: 'nova' },
  { startSeconds: 2.05, endSeconds: 4.5, text: 'Fish & <chips>', voice: '1 "odd" voice' },
  { startSeconds: 40, endSeconds: 44, text: 'The slide: mitosis.', voice: 'nova' },
];

function makeScript(script: Partial<DaptScript> = {}): DaptScript {
  const usual = { cues, pauses: [], language: getLanguage('English'), videoName: 'lecture & 3.mp4' };
  return { ...usual, duckDb: 12, hasSound: false, marks, ...script };
}

/** An element as written: its name and attributes. */
interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/** Reads tags strictly: an unclosed element, a stray sign or an attribute that is given twice is an error. */
function readElements(xml: string): Element[] {
  const open: string[] = [];
  const elements: Element[] = [];
  const body = xml.replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');
  for (const { 0: tag, 1: slash, 2: name = '', 3: written = '', 4: empty } of body.matchAll(
    /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)(\/?)>|[<>]|&(?!(?:amp|lt|gt|quot);)/gu,
  )) {
    if (!name) throw new Error(`${tag} stands alone`);
    if (slash) expect(open.pop()).toBe(name);
    else {
      const pairs = [...written.matchAll(/([\w:]+)="([^"]*)"/gu)].map(
        ([, key = '', value = '']) => [key, value] as const,
      );
      expect(new Set(pairs.map(([key]) => key)).size).toBe(pairs.length);
      elements.push({ name, attributes: new Map(pairs) });
      if (!empty) open.push(name);
    }
  }
  expect(open).toEqual([]);
  return elements;
}

function find(xml: string, name: string) {
  return readElements(xml)
    .filter(each => each.name === name)
    .map(({ attributes }) => Object.fromEntries(attributes));
}

describe('a description as DAPT', () => {
  test('names its profile, its language and what it represents', () => {
    const xml = writeDapt(makeScript());
    expect(xml).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<tt /u);
    expect(find(xml, 'tt')[0]).toMatchObject({
      xmlns: 'http://www.w3.org/ns/ttml',
      'ttp:contentProfiles': 'http://www.w3.org/ns/ttml/profile/dapt1.0/content',
      'xml:lang': 'en',
      'daptm:langSrc': 'zxx',
      'daptm:scriptRepresents': 'visual',
      'daptm:represents': 'visual',
      'daptm:scriptType': 'preRecording',
    });
  });

  test('without sound is a script to be recorded, with sound a recorded one', () => {
    expect(find(writeDapt(makeScript()), 'audio')).toEqual([]);
    const recorded = writeDapt(makeScript({ hasSound: true }));
    expect(find(recorded, 'tt')[0]).toMatchObject({ 'daptm:scriptType': 'asRecorded' });
    expect(find(recorded, 'audio')).toEqual(
      [1, 2, 3].map(line => ({ src: `audio/line-${line}.wav`, type: 'audio/wav' })),
    );
  });

  test('says who speaks: roles as characters with their voices, by ids that are valid and unique', () => {
    const roles = ['1 "odd" role', undefined, '1 "odd" role'];
    const xml = writeDapt(makeScript({ cues: cues.map((cue, at) => ({ ...cue, role: roles[at] })) }));
    expect(find(xml, 'ttm:agent').map(agent => [agent.type, agent['xml:id']])).toEqual([
      ['person', 'voice-1'],
      ['person', 'voice-2'],
      ['character', 'role-1'],
    ]);
    expect(xml).toContain(
      '<ttm:name type="alias">1 &quot;odd&quot; role</ttm:name><ttm:actor agent="voice-1"/>',
    );
    expect(find(xml, 'div').map(each => each['ttm:agent'])).toEqual(['role-1', undefined, 'role-1']);
    expect(readSubtitles(xml).map(({ speaker }) => speaker)).toEqual(roles);
    const ids = readElements(xml).flatMap(({ attributes }) => attributes.get('xml:id') ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/u);
  });

  test('lowers the programme by the mix, before and after the voice, without overlapping events', () => {
    const xml = writeDapt(makeScript());
    expect(find(xml, 'div').map(({ begin, end }) => [begin, end])).toEqual([
      ['0s', '2.025s'],
      ['2.025s', '4.9s'],
      ['39.8s', '44.4s'],
    ]);
    expect(find(xml, 'span')[2]).toEqual({ begin: '0.2s', end: '4.2s' });
    expect(find(xml, 'animate').slice(-2)).toEqual([
      { begin: '0s', end: '0.2s', 'tta:gain': '1;0.251', fill: 'freeze' },
      { begin: '4.2s', end: '4.6s', 'tta:gain': '0.251;1' },
    ]);
  });

  test('says in its head how it was made', () => {
    const xml = writeDapt(makeScript());
    expect(xml).toContain(`<ttm:desc>${marks.sentence}</ttm:desc>`);
    expect(xml).toContain('<ebuttm:documentOriginatingSystem>Benshi 1.0</ebuttm:documentOriginatingSystem>');
    expect(xml).toContain(`>${marks.digitalSourceType}</Iptc4xmpExt:DigitalSourceType>`);
    expect(writeDapt(makeScript({ marks: undefined }))).not.toContain('Iptc4xmpExt');
  });

  test('has the times of the original, and notes where it must pause', () => {
    // The picture stops at 44 s for 2 s, and at 50 s for a whole line.
    const paused = [
      { startSeconds: 41, endSeconds: 46, text: 'Long.' },
      { startSeconds: 52.1, endSeconds: 53, text: 'Between two words.' },
      { startSeconds: 60, endSeconds: 61, text: 'After.' },
    ];
    const pauses = [
      { atSeconds: 44, seconds: 2 },
      { atSeconds: 50, seconds: 1.5 },
    ];
    const xml = writeDapt(makeScript({ cues: paused, pauses, hasSound: true }));
    expect(find(xml, 'div').map(({ begin, end }) => [begin, end])).toEqual([
      ['41s', '44s'],
      ['50s', '50.1s'],
      ['56.3s', '57.9s'],
    ]);
    expect([...xml.matchAll(/descType="x-extended">([^<]*)</gu)].map(([, note]) => note)).toEqual([
      'Pause the video for 2 s at 44 s.',
      'Pause the video for 0.9 s at 50 s.',
    ]);
    // The sound may be longer than the event: it must not be cut.
    expect(find(xml, 'span').slice(0, 2)).toEqual([{}, {}]);
  });

  test('comes back with its times, texts and roles, and without its voices', () => {
    const [first, ...others] = cues.map(({ voice: _, ...cue }) => cue);
    const script = makeScript({
      hasSound: true,
      cues: cues.map((cue, at) => ({ ...cue, role: at === 0 ? 'Anna' : undefined })),
    });
    expect(readSubtitles(writeDapt(script))).toEqual([{ ...first, speaker: 'Anna' }, ...others]);
  });

  test('is well-formed and comes back whatever the text and the times', () => {
    const line = fc.record({
      text: fc.oneof(
        fc.string({ unit: 'binary', minLength: 1 }),
        fc.constantFrom('a\u0000b\u001F\uFFFE', '\u202Eשלום & "x"', ']]> -->', '<b>&amp;lt;', '\uD800 lone'),
      ),
      silenceMs: fc.integer({ min: 1, max: 90_000 }),
      // Shorter ones with one text are a text that moves.
      lengthMs: fc.integer({ min: 250, max: 20_000 }),
      voice: fc.option(fc.string({ unit: 'binary' }), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), fc.boolean(), (lines, hasSound) => {
        let atMs = 0;
        const written = lines.map(({ text, silenceMs, lengthMs, voice }) => {
          const startMs = atMs + silenceMs;
          atMs = startMs + lengthMs;
          return { startSeconds: startMs / 1000, endSeconds: atMs / 1000, text: `Line ${text}`, voice };
        });
        const xml = writeDapt(makeScript({ cues: written, hasSound }));
        expect(find(xml, 'span')).toHaveLength(lines.length);
        expect(new TextDecoder().decode(new TextEncoder().encode(xml))).toBe(xml);
        const read = readSubtitles(xml).map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds }));
        expect(read).toEqual(written.map(({ startSeconds, endSeconds }) => ({ startSeconds, endSeconds })));
      }),
      { numRuns: 20 },
    );
  });
});
