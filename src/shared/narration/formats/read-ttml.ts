import { decodeHTMLStrict } from 'entities/decode';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { CodedError } from '../../errors.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { type FilledMessage, fill } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { cleanText, type SubtitleCue } from './subtitle-cue.ts';

const maxDepth = 100;
const maxElements = 200_000;
/** How often an element may appear and disappear, and how deep styles may refer to others. */
const maxTurns = 10;
/** Words that are timed one by one, as in lyrics, follow one another at most this slowly, on average. */
const mostBetweenWordsSeconds = 1.5;

/** In seconds. */
interface Interval {
  readonly begin: number;
  readonly end: number;
}

interface TtmlElement {
  /** As in TTML, one of its metadata with `ttm:`; empty for one of another vocabulary. */
  readonly name: string;
  /** By their names with the usual prefixes. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (TtmlElement | string)[];
  /** On the file's timeline, in seconds, not cut by what is around it. */
  begin: number;
  end: number;
}

/** Many files use these without saying what they stand for. */
const usualNamespaces: Readonly<Record<string, string>> = {
  tt: 'http://www.w3.org/ns/ttml',
  ttp: 'http://www.w3.org/ns/ttml#parameter',
  ttm: 'http://www.w3.org/ns/ttml#metadata',
  tts: 'http://www.w3.org/ns/ttml#styling',
};
/** By the ends of their namespaces, also of drafts: http://www.w3.org/2006/10/ttaf1#style */
const usualPrefixes = new Map([
  ['', ''],
  ['/namespace', 'xml:'],
  ['/ttml', ''],
  ['/ttaf1', ''],
  ['/ttml#parameter', 'ttp:'],
  ['/ttaf1#parameter', 'ttp:'],
  ['/ttml#metadata', 'ttm:'],
  ['/ttaf1#metadata', 'ttm:'],
  ['/ttml#styling', 'tts:'],
  ['/ttaf1#style', 'tts:'],
]);
/** HTML's, which some programs use within paragraphs. */
const borrowed = new Set(['b', 'i', 'u', 'em', 'strong', 'font']);
const timedElements = new Set(['body', 'div', 'p', 'span', 'br', 'set', 'image']);
const always: Interval = { begin: 0, end: Number.POSITIVE_INFINITY };

/**
 * Reads TTML 1 and 2 and what is made of them (EBU-TT, IMSC, DAPT, DFXP, Apple's lyrics): what is shown, when it is shown. Metadata and
 * the readings of ruby are left out. Of texts at the same time in several languages, that of the file's language is read.
 * @returns no cue where the root is another element
 * @throws {CodedError} `bad_request` where it is not well-formed or too deep, `too_large`
 */
export function readTtml(xml: string): SubtitleCue[] {
  const elements = parse(xml);
  const root = elements[0];
  const body = elements.find(({ name }) => name === 'body');
  if (root?.name !== 'tt' || !body) return [];
  const rates = readRates(root);
  const regions = elements.filter(({ name }) => name === 'region');
  for (const element of [...regions, body]) place(element, 0, false, rates);
  const reading: Reading = {
    regions: new Map(regions.map(region => [region.attributes.get('xml:id'), region])),
    agents: listAgents(elements),
    findStyle: indexStyles(elements),
    cues: [],
  };
  const language = readLanguage(root, '');
  readContent(body, { shown: [always], hidden: [], language, isPreserved: false }, reading, []);
  return chooseLanguage(reading.cues, language);
}

/** @returns all elements, in order */
function parse(xml: string): TtmlElement[] {
  const elements: TtmlElement[] = [];
  const open: TtmlElement[] = [];
  const parser = new SaxesParser({ xmlns: true, resolvePrefix: prefix => usualNamespaces[prefix] ?? prefix });
  parser.on('opentag', tag => {
    if (open.length >= maxDepth)
      throw refuse('bad_request', fill(ownScriptMessages.tooDeep, { limit: maxDepth }));
    if (elements.length >= maxElements) throw refuseMany();
    const element = toElement(tag);
    open.at(-1)?.children.push(element);
    open.push(element);
    elements.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', text => void open.at(-1)?.children.push(text));
  // What was escaped below needed it elsewhere only.
  parser.on('cdata', text => void open.at(-1)?.children.push(text.replaceAll('&amp;', '&')));
  parser.on('error', () => {
    throw refuse('bad_request', fill(ownScriptMessages.notWellFormed, { row: parser.line }));
  });
  try {
    parser.write(escapeForeign(xml)).close();
  } catch (error) {
    if (elements.length > 0 && elements[0]?.name !== 'tt') return [];
    throw error;
  }
  return elements;
}

/** XML has neither HTML's entities nor an & that stands alone, but such files do. Entities of the file's own are never expanded. */
function escapeForeign(xml: string): string {
  const foreign = /&(?!(?:amp|lt|gt|quot|apos|#\w{1,8});)(?:\w{1,31};)?/gu;
  return xml.trimStart().replace(foreign, entity => escapeMarkup(decodeHTMLStrict(entity)));
}

function toElement({ uri, local, attributes }: SaxesTagNS): TtmlElement {
  const named = toUsualName(uri, local) ?? '';
  const written = Object.values(attributes).map(
    ({ uri, local, value }) => [toUsualName(uri, local) ?? '', value] as const,
  );
  const name = borrowed.has(named) ? 'span' : named;
  return { name, attributes: new Map(written), children: [], ...always };
}

function toUsualName(uri: string, local: string): string | undefined {
  const prefix = usualPrefixes.get(uri.slice(Math.max(0, uri.lastIndexOf('/'))));
  return prefix === undefined ? undefined : prefix + local;
}

/** Characters by their ids. https://www.w3.org/TR/ttml2/#metadata-vocabulary-agent */
function listAgents(elements: readonly TtmlElement[]): ReadonlyMap<string, string> {
  const agents = new Map<string, string>();
  for (const { name, attributes, children } of elements) {
    const named = children.find(child => typeof child !== 'string' && child.name === 'ttm:name');
    if (name !== 'ttm:agent' || typeof named !== 'object') continue;
    agents.set(attributes.get('xml:id') ?? '', cleanText(named.children.join(' ')));
  }
  return agents;
}

type FindStyle = (element: TtmlElement, name: string) => string | undefined;

/** Finds a style of an element, its own or by what it refers to; the last one wins. */
function indexStyles(elements: readonly TtmlElement[]): FindStyle {
  const styles = new Map(
    elements.flatMap(each => (each.name === 'style' ? [[each.attributes.get('xml:id'), each] as const] : [])),
  );
  const known = new Map<string, string | undefined>();
  const findNamed = (id: string, name: string, depth: number) => {
    const key = `${id} ${name}`;
    const style = known.has(key) ? undefined : styles.get(id);
    if (style) known.set(key, undefined).set(key, find(style, name, depth + 1));
    return known.get(key);
  };
  const find = ({ attributes, children }: TtmlElement, name: string, depth: number): string | undefined => {
    const own = attributes.get(`tts:${name}`);
    if (own !== undefined || depth > maxTurns) return own;
    for (const id of attributes.get('style')?.split(/\s+/u).reverse() ?? []) {
      const found = findNamed(id, name, depth);
      if (found !== undefined) return found;
    }
    const nested = children.filter(child => typeof child !== 'string' && child.name === 'style');
    return nested.map(style => (style as TtmlElement).attributes.get(`tts:${name}`)).findLast(Boolean);
  };
  return (element, name) => find(element, name, 0);
}

interface Rates {
  /** Frames per second as they are counted, and as they run. */
  readonly counted: number;
  readonly frames: number;
  readonly subFrames: number;
  readonly ticks: number;
  /** Times are counted frames, not seconds. */
  readonly isTimecode: boolean;
  readonly drops: string | undefined;
}

/** https://www.w3.org/TR/ttml2/#parameter-attribute-frameRate and those after it. */
function readRates({ attributes }: TtmlElement): Rates {
  const read = (name: string, usual: number) => Number(attributes.get(`ttp:${name}`)) || usual;
  const [over = 1, under = 1] = (attributes.get('ttp:frameRateMultiplier') ?? '')
    .split(/[\s:]+/u)
    .map(Number);
  const counted = read('frameRate', 30);
  const subFrames = read('subFrameRate', 1);
  return {
    counted,
    frames: counted * (over / under || 1),
    subFrames,
    ticks: read('tickRate', attributes.has('ttp:frameRate') ? counted * subFrames : 1),
    isTimecode: attributes.get('ttp:timeBase') === 'smpte',
    drops: attributes.get('ttp:dropMode'),
  };
}

const clockTime = /^(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)(?:[:;](\d+)(?:\.(\d+))?)?$/u;
const offsetTime = /^(\d+(?:[.,]\d+)?)(h|ms|m|s|f|t)?$/u;

/** https://www.w3.org/TR/ttml2/#timing-value-time-expression; Apple leaves out hours, minutes and units. */
function readTime(written = '', rates: Rates): number | undefined {
  const [isClock, ...parts] = clockTime.exec(written.trim()) ?? [];
  if (isClock) {
    const [hours = 0, minutes = 0, seconds = 0, frame = 0, subFrame = 0] = parts.map(toNumber);
    const frames = frame + subFrame / rates.subFrames;
    const whole = (hours * 60 + minutes) * 60 + seconds;
    if (!rates.isTimecode) return whole + frames / rates.frames;
    return (whole * rates.counted + frames - countDropped(hours * 60 + minutes, rates.drops)) / rates.frames;
  }
  const [, count, unit = 's'] = offsetTime.exec(written.trim()) ?? [];
  if (count === undefined) return undefined;
  const units = { h: 3600, m: 60, s: 1, ms: 1 / 1000, f: 1 / rates.frames, t: 1 / rates.ticks };
  return toNumber(count) * units[unit as keyof typeof units];
}

function toNumber(digits = '0'): number {
  return Number(digits.replace(',', '.'));
}

/** Numbers of frames that a timecode leaves out. https://www.w3.org/TR/ttml2/#parameter-attribute-dropMode */
function countDropped(minutes: number, drops: string | undefined): number {
  if (drops === 'dropNTSC') return 2 * (minutes - Math.floor(minutes / 10));
  if (drops === 'dropPAL') return 4 * (Math.floor(minutes / 2) - Math.floor(minutes / 20));
  return 0;
}

/**
 * Says when an element and those in it begin and end: all from its beginning, or one after another.
 * @param from the beginning of what it is in, or the end of the one before it
 * @see https://www.w3.org/TR/ttml2/#semantics-time-intervals
 */
function place(element: TtmlElement, from: number, isInSequence: boolean, rates: Rates): void {
  const [begin = 0, end, dur] = ['begin', 'end', 'dur'].map(name =>
    readTime(element.attributes.get(name), rates),
  );
  element.begin = from + begin;
  const isSequence = element.attributes.get('timeContainer') === 'seq';
  let last = element.begin;
  let latest = element.begin;
  for (const child of element.children) {
    if (typeof child === 'string') last = isSequence || !holdsText(element) ? last : always.end;
    else if (timedElements.has(child.name)) {
      place(child, isSequence ? last : element.begin, isSequence, rates);
      last = child.end;
    }
    latest = isSequence ? last : Math.max(latest, last);
  }
  const isLeaf = !element.children.some(child => typeof child !== 'string' && isContent(child));
  const isPlain = isLeaf && element.name !== 'p';
  const usual = isPlain ? (isInSequence ? element.begin : always.end) : latest;
  const given = [dur === undefined ? [] : element.begin + dur, end === undefined ? [] : from + end].flat();
  element.end = given.length > 0 ? Math.min(...given) : usual;
}

function isContent({ name }: TtmlElement): boolean {
  return timedElements.has(name) && name !== 'set';
}

function holdsText({ name }: TtmlElement): boolean {
  return name === 'p' || name === 'span';
}

interface Cue extends SubtitleCue {
  readonly language: string;
}

interface Reading {
  readonly regions: ReadonlyMap<string | undefined, TtmlElement>;
  readonly agents: ReadonlyMap<string, string>;
  readonly findStyle: FindStyle;
  readonly cues: Cue[];
}

/** What an element has of those around it. */
interface Around {
  /** When it is there, and when it is there and yet cannot be seen. */
  readonly shown: readonly Interval[];
  readonly hidden: readonly Interval[];
  readonly language: string;
  readonly isPreserved: boolean;
  readonly speaker?: string | undefined;
}

/** A text, or a break of a row, within a paragraph. */
interface Piece extends Interval {
  readonly text: string;
  readonly speaker: string | undefined;
}

/** Adds the cues of the paragraphs in an element, and its own text to those of its paragraph. */
function readContent(element: TtmlElement, around: Around, reading: Reading, pieces: Piece[]): void {
  const { name, attributes, children } = element;
  const ruby = reading.findStyle(element, 'ruby') ?? '';
  const isAlternative = /^x-(?:translation|roman)/u.test(attributes.get('ttm:role') ?? '');
  if (isAlternative || ['text', 'textContainer', 'delimiter'].includes(ruby)) return;
  const inner = toInner(element, around, reading);
  const { shown, hidden, speaker, isPreserved } = inner;
  const own = name === 'p' ? [] : pieces;
  const hasText =
    holdsText(element) && !/container$/iu.test(ruby) && attributes.get('timeContainer') !== 'seq';
  for (const child of children) {
    if (typeof child !== 'string') {
      if (child.name === 'br') own.push({ text: '\n', ...always, speaker });
      else if (isContent(child)) readContent(child, inner, reading, own);
    } else if (hasText) {
      const text = isPreserved ? child : child.replace(/\s+/gu, ' ');
      for (const interval of hidden.reduce(subtract, shown)) own.push({ text, ...interval, speaker });
    }
  }
  if (name !== 'p') return;
  for (const cue of toCues(own)) reading.cues.push({ ...cue, language: inner.language });
  if (reading.cues.length > maxElements) throw refuseMany();
}

function toInner(element: TtmlElement, around: Around, reading: Reading): Around {
  const { attributes } = element;
  const region = reading.regions.get(attributes.get('region') ?? '-');
  const outer = region ? cut(region, around, reading) : around;
  const agents = attributes.get('ttm:agent')?.trim().split(/\s+/u);
  const space = attributes.get('xml:space');
  return {
    ...cut(element, outer, reading),
    language: readLanguage(element, around.language),
    isPreserved: space === undefined ? around.isPreserved : space === 'preserve',
    // Several who speak at once are nobody.
    speaker: agents
      ? agents.length === 1
        ? reading.agents.get(agents[0] ?? '')
        : undefined
      : around.speaker,
  };
}

/** When an element is shown, by its times and its styles. */
function cut(element: TtmlElement, around: Around, { findStyle }: Reading): Around {
  const find = (name: string, value: string, before: readonly Interval[]) => {
    const stated = findStyle(element, name);
    let when = stated === undefined ? before : stated === value ? [always] : [];
    for (const child of element.children) {
      const to = typeof child !== 'string' && child.name === 'set' && child.attributes.get(`tts:${name}`);
      if (typeof child === 'string' || typeof to !== 'string') continue;
      when = (to === value ? [...when, child] : subtract(when, child)).slice(0, maxTurns);
    }
    return when;
  };
  const outside = [
    { begin: 0, end: element.begin },
    { begin: element.end, end: always.end },
  ];
  const shown = [...outside, ...find('display', 'none', [])].reduce(subtract, around.shown);
  return { ...around, shown: shown.slice(0, maxTurns), hidden: find('visibility', 'hidden', around.hidden) };
}

function subtract(intervals: readonly Interval[], without: Interval): readonly Interval[] {
  return intervals
    .flatMap(({ begin, end }) => [
      { begin, end: Math.min(end, without.begin) },
      { begin: Math.max(begin, without.end), end },
    ])
    .filter(({ begin, end }) => begin < end);
}

/** What is shown at the same time is one cue. So are words that are timed one by one. */
function toCues(pieces: readonly Piece[]): SubtitleCue[] {
  const said = pieces.filter(({ text }) => text.trim() !== '');
  const [first, last] = [said[0], said.at(-1)];
  if (!first || !last) return [];
  const isByWord =
    (last.begin - first.begin) / (said.length - 1) <= mostBetweenWordsSeconds &&
    said.every(({ text, speaker }) => !/\s/u.test(text.trim()) && speaker === first.speaker);
  const cues = new Map<string, { begin: number; end: number; text: string; speaker: string | undefined }>();
  let cue = { ...first, text: '' };
  for (const { begin, end, text, speaker } of pieces) {
    if (text.trim() !== '') {
      const key = isByWord ? '' : `${begin} ${end} ${speaker}`;
      cue = cues.get(key) ?? { begin, end, text: '', speaker };
      cues.set(key, cue);
      cue.end = Math.max(cue.end, end);
    }
    cue.text += text;
  }
  return Array.from(cues.values(), ({ begin, end, text, speaker }) => ({
    startSeconds: round(begin),
    endSeconds: round(Number.isFinite(end) ? end : begin),
    rows: text.split('\n').map(cleanText),
    speaker,
  }));
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** @returns without the country */
function readLanguage({ attributes }: TtmlElement, around: string): string {
  return attributes.get('xml:lang')?.toLowerCase().split('-')[0] ?? around;
}

/**
 * Leaves out what the same person says at the same time in the file's language: that of a translation's file is the translation, with
 * the original beside it.
 */
function chooseLanguage(cues: readonly Cue[], main: string): SubtitleCue[] {
  const language = cues.some(cue => cue.language === main) ? main : cues[0]?.language;
  const isOther = (cue: Cue) => cue.language !== language;
  const toTime = (cue: Cue) => (isOther(cue) ? (cue.startSeconds + cue.endSeconds) / 2 : cue.startSeconds);
  const saidUntil = new Map<string | undefined, number>();
  const left = new Set<Cue>();
  const byTime = cues.toSorted(
    (one, other) => toTime(one) - toTime(other) || Number(isOther(one)) - Number(isOther(other)),
  );
  for (const cue of byTime) {
    const until = saidUntil.get(cue.speaker) ?? Number.NEGATIVE_INFINITY;
    if (!isOther(cue)) saidUntil.set(cue.speaker, Math.max(until, cue.endSeconds));
    else if (until >= toTime(cue)) left.add(cue);
  }
  return cues.filter(cue => !left.has(cue)).map(({ language: _, ...cue }) => cue);
}

function refuseMany(): CodedError {
  return refuse('too_large', fill(ownScriptMessages.tooManyElements, { limit: maxElements }));
}

function refuse(code: 'bad_request' | 'too_large', message: FilledMessage): CodedError {
  return new CodedError(code, { message });
}
