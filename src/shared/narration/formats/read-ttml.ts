import { decodeHTMLStrict } from 'entities/decode';
import { SaxesParser } from 'saxes';
import { refuse } from '../../errors.ts';
import { escapeMarkup } from '../../escape-markup.ts';
import { ownScriptMessages } from '../../messages/own-script.ts';
import { cleanText, type SubtitleCue } from './subtitle-cue.ts';

const maxDepth = 100;
const maxElements = 200_000;
/** How often an element may appear and disappear. */
const maxTurns = 5;
/** Words that are timed one by one, as in lyrics, follow one another at most this slowly, on average. */
const maxBetweenWordsSeconds = 1.5;

/** Also of drafts, and of its parts: http://www.w3.org/2006/10/ttaf1#style */
const ownNamespace = /^$|\/(?:ttml|ttaf1)(?:#\w+)?$|\/XML\/1998\//u;
const followed = new Set('tt head layout region body div p span br set image'.split(' '));
/** HTML's, which some programs use within paragraphs. */
const borrowed = new Set(['b', 'i', 'u', 'em', 'strong', 'font']);

/** In seconds. */
type Interval = { readonly begin: number; readonly end: number };

const always: Interval = { begin: 0, end: Number.POSITIVE_INFINITY };

/** By names without prefixes; those of other vocabularies have none. */
type Attributes = Readonly<Record<string, string | undefined>>;

/** An element that is open. What is in it has its times, styles, language and speaker. */
interface Open extends Interval {
  readonly name: string;
  readonly id?: string | undefined;
  readonly isRead: boolean;
  /** What is in it comes one after another. */
  readonly isSequence?: boolean;
  /** The end of what was in it last, and of what lasts longest. */
  last: number;
  latest: number;
  hasContent?: boolean;
  /** When it is there by the times; when it is left out, or cannot be seen, by the styles. */
  readonly shown: readonly Interval[];
  absent: readonly Interval[];
  hidden: readonly Interval[];
  readonly styles: Attributes;
  readonly isPreserved: boolean;
  readonly language: string;
  readonly speaker?: string | undefined;
  /** Texts and breaks of rows of the paragraph. */
  readonly pieces: Piece[];
}

const outermost: Open = {
  ...{ ...always, name: '', isRead: true, isPreserved: false, last: 0, latest: 0, language: '' },
  ...{ shown: [always], absent: [], hidden: [], styles: {}, pieces: [] },
};

type Piece = Interval & { readonly text: string };
type Cue = SubtitleCue & { readonly language: string };

/**
 * Reads TTML 1 and 2 and what is made of them (EBU-TT, IMSC, DAPT, DFXP, Apple's lyrics): what is shown, when it is shown. Metadata and
 * the readings of ruby are left out.
 * @returns no cue where the root is another element
 * @throws {CodedError} `bad_request` where it is not well-formed, too deep or too large
 */
export function readTtml(xml: string): SubtitleCue[] {
  const reader = new TtmlReader();
  reader.isApple = appleTime.test(xml);
  // A prefix that is not declared is one of TTML's.
  const parser = new SaxesParser({ xmlns: true, resolvePrefix: () => 'http://www.w3.org/ns/ttml' });
  parser.on('opentag', ({ uri, local, attributes }) => {
    const own = Object.values(attributes).filter(each => ownNamespace.test(each.uri));
    const named = Object.fromEntries(own.map(each => [each.local, each.value]));
    reader.open(ownNamespace.test(uri) ? local : '', named);
  });
  parser.on('closetag', () => reader.close());
  parser.on('text', text => reader.addText(text));
  parser.on('cdata', text => reader.addText(text.replaceAll('&amp;', '&')));
  parser.on('error', () => {
    throw refuse('bad_request', ownScriptMessages.notWellFormed, { row: parser.line });
  });
  try {
    parser.write(escapeForeign(xml)).close();
  } catch (error) {
    if (reader.root?.name === 'tt') throw error;
  }
  return reader.root?.name === 'tt' ? chooseLanguage(reader.cues, reader.root.language) : [];
}

/** XML has neither HTML's entities nor an & that stands alone, but such files do. Entities of the file's own are never expanded. */
function escapeForeign(xml: string): string {
  return xml
    .trimStart()
    .replace(/&(?:#?\w+;)?/gu, entity =>
      /^&(?:amp|lt|gt|quot|apos|#\w+);$/u.test(entity) ? entity : escapeMarkup(decodeHTMLStrict(entity)),
    );
}

/** How many frames a timecode left out by the minute. https://www.w3.org/TR/ttml2/#parameter-attribute-dropMode */
const dropModes: Readonly<Record<string, (minutes: number) => number>> = {
  dropNTSC: minutes => 2 * (minutes - Math.floor(minutes / 10)),
  dropPAL: minutes => 4 * (Math.floor(minutes / 2) - Math.floor(minutes / 20)),
};

type ReadTime = (written: string | undefined) => number | undefined;

const clockTime = /^(?:(\d+):)?(\d+):(\d+(?:[.,]\d+)?)(?:[:;](\d+)(?:\.(\d+))?)?$/u;
/** All of a file with such times count from its beginning, wherever they stand. */
const appleTime = /\sbegin="\d+(?::\d+)?\.\d+"/u;
const offsetTime = /^(\d+(?:[.,]\d+)?)(h|ms|m|s|f|t)?$/u;

/** Reads times in seconds, by https://www.w3.org/TR/ttml2/#timing-value-time-expression; Apple's lack hours, minutes or a unit. */
function makeClock(root: Attributes): ReadTime {
  const readNumber = (name: string, usual: number) => Number(root[name]) || usual;
  const [over = 1, under = 1] = (root.frameRateMultiplier ?? '').split(/[\s:]+/u).map(Number);
  const [counted, subFrames] = [readNumber('frameRate', 30), readNumber('subFrameRate', 1)];
  const frames = counted * (over / under || 1);
  const ticks = readNumber('tickRate', root.frameRate === undefined ? 1 : counted * subFrames);
  const units = { h: 3600, m: 60, s: 1, ms: 1 / 1000, f: 1 / frames, t: 1 / ticks };
  const toNumber = (digits = '0') => Number(digits.replace(',', '.'));
  return (written = '') => {
    const clock = clockTime.exec(written.trim());
    if (clock) {
      const [hours = 0, minutes = 0, seconds = 0, frame = 0, subFrame = 0] = clock.slice(1).map(toNumber);
      const [whole, part] = [(hours * 60 + minutes) * 60 + seconds, frame + subFrame / subFrames];
      if (root.timeBase !== 'smpte') return whole + part / frames;
      const dropped = dropModes[root.dropMode ?? '']?.(hours * 60 + minutes) ?? 0;
      return (whole * counted + part - dropped) / frames;
    }
    const [, count, unit = 's'] = offsetTime.exec(written.trim()) ?? [];
    return count === undefined ? undefined : toNumber(count) * units[unit as keyof typeof units];
  };
}

/** Places elements by https://www.w3.org/TR/ttml2/#semantics-time-intervals as they open and close. */
class TtmlReader {
  root: Open | undefined;
  isApple = false;
  readonly cues: Cue[] = [];
  readonly #stack: Open[] = [];
  readonly #regions = new Map<string | undefined, Open>();
  readonly #agents = new Map<string | undefined, string>();
  readonly #styles = new Map<string | undefined, Attributes>();
  #readTime: ReadTime = makeClock({});
  #elements = 0;

  open(written: string, attributes: Attributes): void {
    const name = borrowed.has(written) ? 'span' : written;
    if (this.#stack.length >= maxDepth)
      throw refuse('bad_request', ownScriptMessages.tooDeep, { limit: maxDepth });
    if (++this.#elements > maxElements || this.cues.length > maxElements)
      throw refuse('bad_request', ownScriptMessages.tooManyElements, { limit: maxElements });
    const around = this.#stack.at(-1);
    if (!around) this.#readTime = makeClock(attributes);
    const styles = this.#readStyles(attributes);
    if (name === 'style') this.#styles.set(attributes.id, styles);
    if (name === 'style' && around?.name === 'region') applyStyles(around, styles, always);
    const opened = this.#place(name, attributes, around ?? outermost, styles);
    applyStyles(opened, styles, always);
    this.#stack.push(opened);
    this.root ??= opened;
    if (name === 'br') opened.pieces.push({ text: '\n', ...always });
  }

  #place(name: string, attributes: Attributes, around: Open, styles: Attributes): Open {
    const from = this.isApple ? 0 : around.isSequence ? around.last : around.begin;
    const [start = 0, end, dur] = [attributes.begin, attributes.end, attributes.dur].map(this.#readTime);
    const begin = from + start;
    const times = { begin, end: Math.min(begin + (dur ?? always.end), from + (end ?? always.end)) };
    const region = attributes.region === undefined ? undefined : this.#regions.get(attributes.region);
    const inside = around.absent.reduce(subtract, cut(around.shown, times));
    const shown = region ? region.absent.reduce(subtract, cut(inside, region)) : inside;
    const isReading = ['text', 'textContainer', 'delimiter'].includes(styles.ruby ?? '');
    const isTranslation = /^x-(?:translation|roman)/u.test(attributes.role ?? '');
    return {
      ...times,
      name,
      id: attributes.id,
      isRead: around.isRead && followed.has(name) && !isReading && !isTranslation,
      isSequence: attributes.timeContainer === 'seq',
      last: begin,
      latest: begin,
      hasContent: name === 'p',
      shown: shown.slice(0, maxTurns),
      absent: [],
      hidden: region?.hidden ?? around.hidden,
      styles,
      isPreserved: attributes.space === undefined ? around.isPreserved : attributes.space === 'preserve',
      language: attributes.lang?.toLowerCase().split('-')[0] ?? around.language,
      // Several who speak at once are nobody.
      speaker: attributes.agent === undefined ? around.speaker : this.#agents.get(attributes.agent),
      pieces: name === 'p' ? [] : around.pieces,
    };
  }

  /** The styles that decide whether a text is spoken; the last one wins. */
  #readStyles({ style, display, visibility, ruby }: Attributes): Attributes {
    const named = style?.split(/\s+/u, maxDepth).map(id => this.#styles.get(id)) ?? [];
    const own = [display && { display }, visibility && { visibility }, ruby && { ruby }];
    return Object.assign({}, ...named, ...own);
  }

  addText(text: string): void {
    const [outer, around] = this.#stack.slice(-2);
    if (outer?.name === 'agent' && around?.name === 'name' && !this.#agents.has(outer.id))
      this.#agents.set(outer.id, cleanText(text));
    if (!around?.isRead || (around.name !== 'p' && around.name !== 'span')) return;
    // In a sequence a text lasts no time of its own.
    const isBrief = outer?.isSequence && around.name === 'span' && around.end === always.end;
    if (around.isSequence || isBrief) return;
    around.latest = always.end;
    if (/container$/iu.test(around.styles.ruby ?? '')) return;
    const said = around.isPreserved ? text : text.replace(/\s+/gu, ' ');
    for (const interval of [...around.absent, ...around.hidden].reduce(subtract, around.shown))
      around.pieces.push({ text: said, ...interval });
  }

  close(): void {
    const closed = this.#stack.pop();
    const around = this.#stack.at(-1);
    if (!closed?.isRead || !around) return;
    const { name, begin, latest, hasContent, styles, language, speaker } = closed;
    const usual = hasContent ? latest : around.isSequence ? begin : always.end;
    const end = Number.isFinite(closed.end) ? closed.end : usual;
    if (name === 'region') this.#regions.set(closed.id, closed);
    if (name === 'p') for (const cue of toCues(closed.pieces)) this.cues.push({ ...cue, language, speaker });
    if (name === 'set') applyStyles(around, styles, { begin, end });
    else around.hasContent = true;
    around.last = end;
    around.latest = around.isSequence ? end : Math.max(around.latest, end);
  }
}

function applyStyles(open: Open, { display, visibility }: Attributes, when: Interval): void {
  const turn = (intervals: readonly Interval[], isAdded: boolean) =>
    (isAdded ? [...intervals, when] : subtract(intervals, when)).slice(0, maxTurns);
  if (display !== undefined) open.absent = turn(open.absent, display === 'none');
  if (visibility !== undefined) open.hidden = turn(open.hidden, visibility === 'hidden');
}

function cut(intervals: readonly Interval[], { begin, end }: Interval): readonly Interval[] {
  return intervals
    .map(each => ({ begin: Math.max(begin, each.begin), end: Math.min(end, each.end) }))
    .filter(each => each.begin < each.end);
}

function subtract(intervals: readonly Interval[], { begin, end }: Interval): readonly Interval[] {
  return [...cut(intervals, { begin: 0, end: begin }), ...cut(intervals, { begin: end, end: always.end })];
}

/** What is shown at the same time is one cue. So are words that are timed one by one. */
function toCues(pieces: readonly Piece[]): SubtitleCue[] {
  const said = pieces.filter(({ text }) => text.trim() !== '');
  const passedSeconds = (said.at(-1)?.begin ?? 0) - (said[0]?.begin ?? 0);
  const isFast = passedSeconds <= (said.length - 1) * maxBetweenWordsSeconds;
  const isByWord = isFast && said.every(({ text }) => !/\s/u.test(text.trim()));
  const cues = new Map<string, { begin: number; end: number; text: string }>();
  let cue = { ...always, text: '' };
  for (const { begin, end, text } of pieces) {
    if (text.trim() !== '') {
      const key = isByWord ? '' : `${begin} ${end}`;
      cue = cues.get(key) ?? { begin, end, text: '' };
      cues.set(key, cue);
      cue.end = Math.max(cue.end, end);
    }
    cue.text += text;
  }
  const round = (seconds: number) => Math.round(seconds * 1000) / 1000;
  return Array.from(cues.values(), ({ begin, end, text }) => {
    const [startSeconds, endSeconds] = [round(begin), round(end === always.end ? begin : end)];
    return { startSeconds, endSeconds, rows: text.split('\n').map(cleanText) };
  });
}

/** Leaves out what the same person says at the same time in the file's language: in a translation, that is what it translates to. */
function chooseLanguage(cues: readonly Cue[], main: string): SubtitleCue[] {
  const language = cues.some(cue => cue.language === main) ? main : cues[0]?.language;
  const isOther = (cue: Cue) => cue.language !== language;
  const at = (cue: Cue) => (isOther(cue) ? (cue.startSeconds + cue.endSeconds) / 2 : cue.startSeconds);
  const saidUntil = new Map<string | undefined, number>();
  return cues
    .toSorted((one, other) => at(one) - at(other) || Number(isOther(one)) - Number(isOther(other)))
    .filter(cue => {
      const until = saidUntil.get(cue.speaker) ?? -1;
      if (!isOther(cue)) saidUntil.set(cue.speaker, Math.max(until, cue.endSeconds));
      return !isOther(cue) || until < at(cue);
    })
    .map(({ language: _, ...cue }) => cue);
}
