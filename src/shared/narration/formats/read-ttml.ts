import { decodeHTMLStrict } from 'entities/decode';
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { CodedError } from '../../errors.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { type FilledMessage, fill } from '../../messages/message.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { cleanText, type SubtitleCue } from './subtitle-cue.ts';

const maxDepth = 100;
const maxElements = 200_000;
/** How often an element may appear and disappear. */
const maxTurns = 10;
/** Words that are timed one by one, as in lyrics, follow one another at most this slowly, on average. */
const mostBetweenWordsSeconds = 1.5;

/** In seconds. */
interface Interval {
  readonly begin: number;
  readonly end: number;
}

type Attributes = ReadonlyMap<string, string>;

interface TtmlElement {
  /** Without prefix; empty for one of another vocabulary. So are the names of attributes. */
  readonly name: string;
  readonly attributes: Attributes;
  readonly children: (TtmlElement | string)[];
  /** On the file's timeline, in seconds, not cut by what is around it. */
  begin: number;
  end: number;
}

/** Also of prefixes that are not declared. */
const usualNamespace = 'http://www.w3.org/ns/ttml';
/** Also of drafts, and of its parts: http://www.w3.org/2006/10/ttaf1#style */
const ownNamespace = /^$|\/(?:ttml|ttaf1)(?:#\w+)?$|\/XML\/1998\//u;
const content = new Set(['div', 'p', 'span', 'br', 'image']);
const textual = new Set(['p', 'span']);
/** HTML's, which some programs use within paragraphs. */
const borrowed = new Set(['b', 'i', 'u', 'em', 'strong', 'font']);
const always: Interval = { begin: 0, end: Number.POSITIVE_INFINITY };

/**
 * Reads TTML 1 and 2 and what is made of them (EBU-TT, IMSC, DAPT, DFXP, Apple's lyrics): what is shown, when it is shown. Metadata and
 * the readings of ruby are left out.
 * @returns no cue where the root is another element
 * @throws {CodedError} `bad_request` where it is not well-formed or too deep, `too_large`
 */
export function readTtml(xml: string): SubtitleCue[] {
  const elements = parse(xml);
  const list = (wanted: string) => elements.filter(({ name }) => name === wanted);
  const [root, body, regions] = [elements[0], list('body')[0], list('region')];
  if (root?.name !== 'tt' || !body) return [];
  const readTime = makeClock(root);
  for (const element of [...regions, body]) place(element, 0, false, readTime);
  const styles = new Map<string, Attributes>();
  for (const style of list('style')) styles.set(style.attributes.get('id') ?? '', readStyles(style, styles));
  const reading: Reading = {
    styles,
    regions: new Map(regions.map(region => [region.attributes.get('id'), region])),
    agents: new Map(list('agent').map(agent => [agent.attributes.get('id'), readName(agent)])),
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
  const parser = new SaxesParser({ xmlns: true, resolvePrefix: () => usualNamespace });
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
  const toName = (uri: string, local: string) => (ownNamespace.test(uri) ? local : '');
  const name = toName(uri, borrowed.has(local) ? 'span' : local);
  const own = Object.values(attributes).map(each => [toName(each.uri, each.local), each.value] as const);
  return { name, attributes: new Map(own), children: [], ...always };
}

function listChildren({ children }: TtmlElement, wanted: string): TtmlElement[] {
  return children.filter((child): child is TtmlElement => typeof child !== 'string' && child.name === wanted);
}

/** Of a character. https://www.w3.org/TR/ttml2/#metadata-vocabulary-agent */
function readName(agent: TtmlElement): string {
  return cleanText(listChildren(agent, 'name')[0]?.children.join(' ') ?? '');
}

/** The styles that decide whether a text is spoken; the last one wins. Named ones refer to earlier ones. */
function readStyles(element: TtmlElement, named: ReadonlyMap<string, Attributes>): Attributes {
  const names = element.attributes.get('style')?.split(/\s+/u) ?? [];
  const nested = listChildren(element, 'style').map(style => readStyles(style, named));
  const styles = new Map<string, string>();
  for (const from of [...nested, ...names.map(name => named.get(name)), element.attributes])
    for (const name of ['display', 'visibility', 'ruby']) {
      const value = from?.get(name);
      if (value !== undefined) styles.set(name, value);
    }
  return styles;
}

type ReadTime = (written: string | undefined) => number | undefined;

const clockTime = /^(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)(?:[:;](\d+)(?:\.(\d+))?)?$/u;
const offsetTime = /^(\d+(?:[.,]\d+)?)(h|ms|m|s|f|t)?$/u;

/** Reads times in seconds, by https://www.w3.org/TR/ttml2/#timing-value-time-expression; Apple's lack hours, minutes or a unit. */
function makeClock({ attributes }: TtmlElement): ReadTime {
  const readNumber = (name: string, usual: number) => Number(attributes.get(name)) || usual;
  const [over = 1, under = 1] = (attributes.get('frameRateMultiplier') ?? '').split(/[\s:]+/u).map(Number);
  const [counted, subFrames] = [readNumber('frameRate', 30), readNumber('subFrameRate', 1)];
  const frames = counted * (over / under || 1);
  const ticks = readNumber('tickRate', attributes.has('frameRate') ? counted * subFrames : 1);
  const units = { h: 3600, m: 60, s: 1, ms: 1 / 1000, f: 1 / frames, t: 1 / ticks };
  const toNumber = (digits = '0') => Number(digits.replace(',', '.'));
  return (written = '') => {
    const clock = clockTime.exec(written.trim());
    if (clock) {
      const [hours = 0, minutes = 0, seconds = 0, frame = 0, subFrame = 0] = clock.slice(1).map(toNumber);
      const whole = (hours * 60 + minutes) * 60 + seconds;
      const part = frame + subFrame / subFrames;
      if (attributes.get('timeBase') !== 'smpte') return whole + part / frames;
      return (whole * counted + part - countDropped(hours * 60 + minutes, attributes)) / frames;
    }
    const [, count, unit = 's'] = offsetTime.exec(written.trim()) ?? [];
    return count === undefined ? undefined : toNumber(count) * units[unit as keyof typeof units];
  };
}

/** How many numbers of frames a timecode left out. https://www.w3.org/TR/ttml2/#parameter-attribute-dropMode */
function countDropped(minutes: number, attributes: Attributes): number {
  const mode = attributes.get('dropMode');
  if (mode === 'dropNTSC') return 2 * (minutes - Math.floor(minutes / 10));
  return mode === 'dropPAL' ? 4 * (Math.floor(minutes / 2) - Math.floor(minutes / 20)) : 0;
}

/**
 * Says when an element and those in it begin and end: all from its beginning, or one after another.
 * @param from the beginning of what it is in, or the end of the one before it
 * @see https://www.w3.org/TR/ttml2/#semantics-time-intervals
 */
function place(element: TtmlElement, from: number, isInSequence: boolean, readTime: ReadTime): void {
  const { name, attributes, children } = element;
  const [begin = 0, end, dur] = ['begin', 'end', 'dur'].map(each => readTime(attributes.get(each)));
  element.begin = from + begin;
  const isSequence = attributes.get('timeContainer') === 'seq';
  let last = element.begin;
  let latest = element.begin;
  for (const child of children) {
    if (typeof child === 'string') last = isSequence || !textual.has(name) ? last : always.end;
    else if (content.has(child.name) || child.name === 'set') {
      place(child, isSequence ? last : element.begin, isSequence, readTime);
      last = child.end;
    }
    latest = isSequence ? last : Math.max(latest, last);
  }
  // What holds nothing but text lasts for ever, but no time in a sequence.
  const isLeaf =
    name !== 'p' && !children.some(child => typeof child !== 'string' && content.has(child.name));
  const usual = isLeaf ? (isInSequence ? element.begin : always.end) : latest;
  const given = [dur === undefined ? [] : element.begin + dur, end === undefined ? [] : from + end].flat();
  element.end = given.length > 0 ? Math.min(...given) : usual;
}

interface Cue extends SubtitleCue {
  readonly language: string;
}

interface Reading {
  readonly regions: ReadonlyMap<string | undefined, TtmlElement>;
  readonly agents: ReadonlyMap<string | undefined, string>;
  readonly styles: ReadonlyMap<string, Attributes>;
  readonly cues: Cue[];
}

/** What an element has of those around it. */
interface Around {
  /** When it is there, and when it is there and cannot be seen. */
  readonly shown: readonly Interval[];
  readonly hidden: readonly Interval[];
  readonly language: string;
  readonly isPreserved: boolean;
  readonly speaker?: string | undefined;
}

/** A text, or a break of a row, within a paragraph. */
interface Piece extends Interval {
  readonly text: string;
}

/** Adds the cues of the paragraphs in an element, and its own text to those of its paragraph. */
function readContent(element: TtmlElement, around: Around, reading: Reading, pieces: Piece[]): void {
  const { name, attributes, children } = element;
  const ruby = readStyles(element, reading.styles).get('ruby') ?? '';
  const isTranslation = /^x-(?:translation|roman)/u.test(attributes.get('role') ?? '');
  if (isTranslation || ['text', 'textContainer', 'delimiter'].includes(ruby)) return;
  const region = reading.regions.get(attributes.get('region') ?? '-');
  const inner = cut(element, region ? cut(region, around, reading) : around, reading);
  const { shown, hidden, language, isPreserved, speaker } = inner;
  const own = name === 'p' ? [] : pieces;
  const hasText =
    textual.has(name) && !/container$/iu.test(ruby) && attributes.get('timeContainer') !== 'seq';
  for (const child of children) {
    if (typeof child === 'string') {
      const text = isPreserved ? child : child.replace(/\s+/gu, ' ');
      if (hasText) for (const interval of hidden.reduce(subtract, shown)) own.push({ text, ...interval });
    } else if (child.name === 'br') own.push({ text: '\n', ...always });
    else if (content.has(child.name)) readContent(child, inner, reading, own);
  }
  if (name !== 'p') return;
  for (const cue of toCues(own)) reading.cues.push({ ...cue, language, speaker });
  if (reading.cues.length > maxElements) throw refuseMany();
}

/** What is in an element has its times, its styles and its speaker; several who speak at once are nobody. */
function cut(element: TtmlElement, around: Around, { styles, agents }: Reading): Around {
  const { attributes, begin, end } = element;
  const stated = readStyles(element, styles);
  const find = (name: string, value: string, before: readonly Interval[]) => {
    const style = stated.get(name);
    let when = style === undefined ? before : style === value ? [always] : [];
    for (const set of listChildren(element, 'set')) {
      const to = set.attributes.get(name);
      if (to !== undefined) when = (to === value ? [...when, set] : subtract(when, set)).slice(0, maxTurns);
    }
    return when;
  };
  const outside = [{ ...always, end: begin }, { ...always, begin: end }, ...find('display', 'none', [])];
  const [agent, space] = [attributes.get('agent'), attributes.get('space')];
  return {
    shown: outside.reduce(subtract, around.shown).slice(0, maxTurns),
    hidden: find('visibility', 'hidden', around.hidden),
    language: readLanguage(element, around.language),
    isPreserved: space === undefined ? around.isPreserved : space === 'preserve',
    speaker: agent === undefined ? around.speaker : agents.get(agent),
  };
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
    said.every(({ text }) => !/\s/u.test(text.trim()));
  const cues = new Map<string, { begin: number; end: number; text: string }>();
  let cue = { ...first, text: '' };
  for (const { begin, end, text } of pieces) {
    if (text.trim() !== '') {
      const key = isByWord ? '' : `${begin} ${end}`;
      cue = cues.get(key) ?? { begin, end, text: '' };
      cues.set(key, cue);
      cue.end = Math.max(cue.end, end);
    }
    cue.text += text;
  }
  return Array.from(cues.values(), ({ begin, end, text }) => ({
    startSeconds: round(begin),
    endSeconds: round(Number.isFinite(end) ? end : begin),
    rows: text.split('\n').map(cleanText),
  }));
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

/** @returns without the country */
function readLanguage({ attributes }: TtmlElement, around: string): string {
  return attributes.get('lang')?.toLowerCase().split('-')[0] ?? around;
}

/**
 * Leaves out what the same person says at the same time in the file's language: that of a translation is the one translated to, with
 * the original beside it.
 */
function chooseLanguage(cues: readonly Cue[], main: string): SubtitleCue[] {
  const language = cues.some(cue => cue.language === main) ? main : cues[0]?.language;
  const timed = cues.map(({ language: each, ...cue }, index) => {
    const isOther = each !== language;
    return { index, cue, isOther, at: isOther ? (cue.startSeconds + cue.endSeconds) / 2 : cue.startSeconds };
  });
  const saidUntil = new Map<string | undefined, number>();
  return timed
    .sort((one, other) => one.at - other.at || Number(one.isOther) - Number(other.isOther))
    .filter(({ cue, isOther, at }) => {
      const until = saidUntil.get(cue.speaker) ?? Number.NEGATIVE_INFINITY;
      if (!isOther) saidUntil.set(cue.speaker, Math.max(until, cue.endSeconds));
      return !isOther || until < at;
    })
    .sort((one, other) => one.index - other.index)
    .map(({ cue }) => cue);
}

function refuseMany(): CodedError {
  return refuse('too_large', fill(ownScriptMessages.tooManyElements, { limit: maxElements }));
}

function refuse(code: 'bad_request' | 'too_large', message: FilledMessage): CodedError {
  return new CodedError(code, { message });
}
