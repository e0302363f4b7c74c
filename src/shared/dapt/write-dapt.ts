import { escapeMarkup } from '../escape-markup.ts';
import type { Language } from '../languages.ts';
import type { Marks } from '../marks/provenance.ts';
import { descriptionMessages } from '../messages/description.ts';
import { t } from '../messages/message.ts';
import { findPausedPlace, type PicturePause, type SpokenCue, sumStillness } from '../script/cues.ts';
import { toOneRow } from '../script/write-subtitles.ts';

/** A line of an audio description, in seconds of the finished video. */
export interface DaptCue extends SpokenCue {
  readonly voice?: string | undefined;
  /** The name of the role that says it. */
  readonly role?: string | undefined;
}

/** What a DAPT file says. */
export interface DaptScript {
  /** In order. */
  readonly cues: readonly DaptCue[];
  /** Of an extended description. */
  readonly pauses: readonly PicturePause[];
  readonly language: Language;
  readonly videoName: string | undefined;
  /** Attenuation of the programme under the description, in dB. */
  readonly duckDb: number;
  /** Each line's sound lies beside the file, at `nameDaptSound`. */
  readonly hasSound: boolean;
  readonly marks: Marks | undefined;
}

/** A line's sound, relative to the DAPT file. @param index of the line, from 0 */
export function nameDaptSound(index: number): string {
  return `audio/line-${index + 1}.wav`;
}

/**
 * Writes an audio description as DAPT 1.0, W3C's profile of TTML 2 for description scripts (https://www.w3.org/TR/dapt/): a script to
 * be recorded or, with sound, one that was. Times are those of the original video. A line that needs a pause of the video has a note:
 * DAPT has no element for it.
 */
export function writeDapt(script: DaptScript): string {
  const roles = [...new Set(script.cues.flatMap(({ role }) => role ?? []))];
  const characters = new Map(roles.map((role, index) => [role, `role-${index + 1}`]));
  const events = placeEvents(script).map((event, index) => printEvent(event, index, script, characters));
  return `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"
    xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xmlns:tta="http://www.w3.org/ns/ttml#audio"
    xmlns:daptm="http://www.w3.org/ns/ttml/profile/dapt#metadata" xmlns:ebuttm="urn:ebu:tt:metadata"
    ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/dapt1.0/content"
    xml:lang="${script.language.code}" daptm:langSrc="zxx" daptm:scriptRepresents="visual" daptm:represents="visual"
    daptm:scriptType="${script.hasSound ? 'asRecorded' : 'preRecording'}">
  <head>
${printHead(script, characters)}
  </head>
  <body>
${events.join('\n')}
  </body>
</tt>
`;
}

function printHead(script: DaptScript, characters: ReadonlyMap<string, string>): string {
  const { videoName, marks } = script;
  const described = [
    videoName && `<ttm:title>${escapeMarkup(videoName)}</ttm:title>`,
    marks && `<ttm:desc>${escapeMarkup(marks.sentence)}</ttm:desc>`,
    ...printAgents(script, characters),
    videoName && `<ebuttm:sourceMediaIdentifier>${escapeMarkup(videoName)}</ebuttm:sourceMediaIdentifier>`,
  ].filter(Boolean);
  return [printMetadata('', described), marks && printMarks(marks)].filter(Boolean).join('\n');
}

/** The voices, and the roles with the voice that speaks them first. */
function printAgents({ cues }: DaptScript, characters: ReadonlyMap<string, string>): string[] {
  const names = [...new Set(cues.flatMap(({ voice }) => voice ?? []))];
  const voices = new Map(names.map((voice, index) => [voice, `voice-${index + 1}`]));
  const people = [...voices].map(
    ([voice, id]) =>
      `<ttm:agent type="person" xml:id="${id}"><ttm:name type="full">${escapeMarkup(voice)}</ttm:name></ttm:agent>`,
  );
  const roles = [...characters].map(([role, id]) => {
    const actor = voices.get(cues.find(cue => cue.role === role)?.voice ?? '');
    const name = `<ttm:name type="alias">${escapeMarkup(role)}</ttm:name>`;
    return `<ttm:agent type="character" xml:id="${id}">${name}${actor ? `<ttm:actor agent="${actor}"/>` : ''}</ttm:agent>`;
  });
  return [...people, ...roles];
}

/** Elements of other namespaces are kept within metadata only. */
function printMarks({ software, digitalSourceType, madeAt }: Marks): string {
  const namespaces =
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"';
  const system = `<ebuttm:documentOriginatingSystem>${escapeMarkup(software)}</ebuttm:documentOriginatingSystem>`;
  return printMetadata(namespaces, [
    `<ebuttm:documentMetadata>${system}</ebuttm:documentMetadata>`,
    digitalSourceType &&
      `<Iptc4xmpExt:DigitalSourceType>${escapeMarkup(digitalSourceType)}</Iptc4xmpExt:DigitalSourceType>`,
    `<xmp:CreateDate>${escapeMarkup(madeAt)}</xmp:CreateDate>`,
  ]);
}

function printMetadata(namespaces: string, parts: readonly (string | undefined)[]): string {
  const rows = parts.filter(Boolean).map(part => `      ${part}\n`);
  return `    <metadata${namespaces}>\n${rows.join('')}    </metadata>`;
}

/** A line on the original's timeline, in whole milliseconds. */
interface DaptEvent {
  readonly text: string;
  readonly role?: string | undefined;
  readonly startMs: number;
  readonly endMs: number;
  /** How long the video pauses for it, and where. */
  readonly pauseMs: number;
  readonly pauseAtMs: number;
  /** How long before and after it the programme may fade. */
  readonly fadeOutMs: number;
  readonly fadeInMs: number;
}

const maxFadeOutMs = 200;
const maxFadeInMs = 400;
/** An event that lies in a pause still needs a duration. */
const minEventMs = 100;

function placeEvents({ cues, pauses }: DaptScript): DaptEvent[] {
  const places = cues.map(cue => {
    const [startMs = 0, endMs = 0] = [cue.startSeconds, cue.endSeconds].map(seconds =>
      toMs(findPausedPlace(seconds, pauses).seconds),
    );
    return { ...cue, startMs, endMs: Math.max(endMs, startMs + minEventMs), pauseAtMs: endMs };
  });
  return places.map((place, index) => {
    // All of the time before the first line is its own.
    const before = place.startMs - (places[index - 1]?.endMs ?? -place.startMs);
    const after = (places[index + 1]?.startMs ?? Number.POSITIVE_INFINITY) - place.endMs;
    return {
      ...place,
      pauseMs: toMs(sumStillness(place, pauses)),
      fadeOutMs: shareFree(before, maxFadeOutMs),
      fadeInMs: shareFree(after, maxFadeInMs),
    };
  });
}

/** Half of the time between two lines, so that their events do not overlap. */
function shareFree(freeMs: number, maxMs: number): number {
  return Math.max(0, Math.min(maxMs, Math.floor(freeMs / 2)));
}

/** Text is always in a span, as validators want it beside sound. */
function printEvent(
  event: DaptEvent,
  index: number,
  { duckDb, hasSound }: DaptScript,
  characters: ReadonlyMap<string, string>,
): string {
  const { startMs, endMs, pauseMs, pauseAtMs, role = '' } = event;
  const isPaused = pauseMs > 0;
  const { fadeOutMs, fadeInMs } = isPaused ? { fadeOutMs: 0, fadeInMs: 0 } : event;
  const agent = characters.get(role);
  const sound = hasSound ? `<audio src="${nameDaptSound(index)}" type="audio/wav"/>` : '';
  const voiced = { begin: fadeOutMs, end: fadeOutMs + endMs - startMs };
  const times = isPaused ? '' : printTimes(voiced.begin, voiced.end);
  const pause = t(descriptionMessages.pauseVideo, { seconds: pauseMs / 1000, at: pauseAtMs / 1000 });
  return [
    `    <div xml:id="line-${index + 1}"${printTimes(startMs - fadeOutMs, endMs + fadeInMs)}${agent ? ` ttm:agent="${agent}"` : ''}>`,
    ...(isPaused ? [`      <ttm:desc daptm:descType="x-extended">${escapeMarkup(pause)}</ttm:desc>`] : []),
    '      <p>',
    ...(isPaused ? [] : printGain(voiced.end + fadeInMs, duckDb)),
    `        <span${times}>${sound}${escapeMarkup(toOneRow(event.text))}</span>`,
    '      </p>',
    '    </div>',
  ].join('\n');
}

/** The gain of the programme, a factor. @param endMs of the event, from its beginning */
function printGain(endMs: number, duckDb: number): string[] {
  const low = Number((10 ** (-duckDb / 20)).toFixed(3));
  const outMs = Math.min(maxFadeOutMs, Math.floor(endMs / 2));
  const inMs = Math.min(maxFadeInMs, Math.floor(endMs / 2));
  return [
    `        <animate${printTimes(0, outMs)} tta:gain="1;${low}" fill="freeze"/>`,
    `        <animate${printTimes(endMs - inMs, endMs)} tta:gain="${low};1"/>`,
  ];
}

function printTimes(beginMs: number, endMs: number): string {
  return ` begin="${beginMs / 1000}s" end="${endMs / 1000}s"`;
}

function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
