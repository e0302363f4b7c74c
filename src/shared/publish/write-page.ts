import { escapeMarkup } from '../escape-markup.ts';
import { getLanguage, type LanguageName } from '../languages.ts';
import type { Marks } from '../marks/provenance.ts';
import { t } from '../messages/message.ts';
import { publishedMessages as messages } from '../messages/published-page.ts';
import { transcriptMessages } from '../messages/transcript.ts';
import type { Project } from '../narration/project.ts';
import { findPausedPlace, type PicturePause, type SpokenCue } from '../script/cues.ts';
import { printTime } from '../script/time-format.ts';
import { escapeVtt, listShown } from '../script/write-subtitles.ts';
import { listParagraphs, listSaidCues, type Paragraph } from '../transcript/write-transcript.ts';
import { escapeJson, writeHtml, writeLanguage } from './html.ts';
import { playPublished } from './player.js';

export interface PublishedLine {
  readonly text: string;
  /** When it begins, in seconds of the video. */
  readonly atSeconds: number;
  /** Where the video waits until the line has ended; undefined where the line has room. */
  readonly waitsAtSeconds?: number | undefined;
  /** Its place in the sound of all lines. */
  readonly fromSeconds: number;
  readonly seconds: number;
}

/** What the script of the page is given. */
export interface PageData {
  readonly lines: readonly Omit<PublishedLine, 'text'>[];
  readonly captions: {
    readonly label: string;
    readonly language: string;
    /** Texts are those of WebVTT. */
    readonly cues: readonly SpokenCue[];
  };
  readonly sound: string;
  /** The share of its volume at which the video is heard under a line. */
  readonly quietFactor: number;
  readonly texts: Readonly<Record<'play' | 'pause' | 'blocked' | 'failed', string>>;
}

/** The files beside the page; undefined for what there is none of. */
export interface PageFiles {
  readonly video: string;
  readonly voice: string;
  readonly captions?: string | undefined;
  readonly descriptions?: string | undefined;
  readonly report?: string | undefined;
}

export interface PublishedPage {
  readonly project: Pick<Project, 'title' | 'transcript' | 'cast'>;
  readonly isDescription: boolean;
  /** Of the lines. */
  readonly language: LanguageName;
  readonly lines: readonly PublishedLine[];
  readonly files: PageFiles;
  /** How much quieter the video is under a line. */
  readonly duckDb: number;
  readonly marks?: Marks | undefined;
}

/**
 * Where the page plays a line.
 * @param line in seconds of the video with pauses
 * @param pauses in order
 */
export function placePublished(
  { startSeconds, seconds }: { readonly startSeconds: number; readonly seconds: number },
  pauses: readonly PicturePause[],
): Pick<PublishedLine, 'atSeconds' | 'waitsAtSeconds'> {
  const atSeconds = roundToMs(findPausedPlace(startSeconds, pauses).seconds);
  let waited = 0;
  for (const pause of pauses) {
    const from = pause.atSeconds + waited;
    waited += pause.seconds;
    if (from < startSeconds + seconds && from + pause.seconds > startSeconds)
      return { atSeconds, waitsAtSeconds: roundToMs(pause.atSeconds) };
  }
  return { atSeconds };
}

/**
 * The page that plays a video with its voice, and its descriptive transcript: one HTML file that works beside its files, on any server
 * and without one. Without a script it is the video, its files and the transcript.
 */
export function writePage(page: PublishedPage): string {
  const { project, isDescription, language, files, lines, marks } = page;
  const title = project.title || t(messages.untitled);
  const { code } = getLanguage(project.transcript?.language ?? language);
  const heading = project.title ? ` lang="${code}" dir="auto"` : '';
  const script = `(${playPublished.toString()})(JSON.parse(document.getElementById('data').textContent));`;
  const waits = lines.some(({ waitsAtSeconds }) => waitsAtSeconds !== undefined);
  const voice = t(isDescription ? messages.description : messages.narration);
  const body = `<h1${heading}>${escapeMarkup(title)}</h1>
${marks ? `<p>${escapeMarkup(marks.sentence)}</p>` : ''}
<video id="video" src="${encodeURIComponent(files.video.toWellFormed())}" aria-label="${t(messages.video)}" controls playsinline preload="metadata"></video>
<div id="controls" role="group" aria-label="${t(messages.player)}" hidden>
<button id="play" type="button">${t(messages.play)}</button>
<button id="voice" type="button" aria-pressed="true">${voice}</button>
<button id="captions" type="button" aria-pressed="false" hidden>${t(messages.captions)}</button>
</div>
<p id="status" role="status"></p>
${waits ? `<p class="help">${t(messages.waits)}</p>` : ''}
${writeTranscript(page)}
<h2>${t(messages.files)}</h2>
${listFiles(files)}
${marks ? writeMarks(marks, files) : ''}
<script type="application/json" id="data">${escapeJson(toData(page))}</script>
<script>${script}</script>`;
  const policy = "script-src 'unsafe-inline'; media-src 'self' blob: file:; connect-src 'self'";
  return writeHtml({ title, body, policy });
}

function writeTranscript({ project, isDescription, language, lines, files }: PublishedPage): string {
  const label = t(isDescription ? transcriptMessages.description : messages.narration);
  const described = lines.map(({ atSeconds, text }) => ({ startSeconds: atSeconds, label, text }));
  const paragraphs = listParagraphs(project, described);
  const said = project.transcript?.language;
  const write = ({ startSeconds, label: who, text, isLine }: Paragraph) => {
    const href = `${encodeURIComponent(files.video.toWellFormed())}#t=${startSeconds}`;
    const time = `<a href="${href}" data-at="${startSeconds}">${printTime(Math.floor(startSeconds))}</a>`;
    const name = who === undefined ? '' : `<strong><bdi>${escapeMarkup(who)}</bdi>:</strong> `;
    const own = writeLanguage(isLine ? language : said);
    return `<li>${time}<span>${name}<span ${own}>${escapeMarkup(text)}</span></span></li>`;
  };
  const heading = t(isDescription ? transcriptMessages.descriptiveTitle : transcriptMessages.title);
  return `<h2>${heading}</h2>\n<ol role="list">\n${paragraphs.map(write).join('\n')}\n</ol>`;
}

function listFiles({ video, voice, captions, descriptions, report }: PageFiles): string {
  const links = [
    [video, t(messages.video)],
    [voice, t(messages.voice)],
    [captions, t(messages.captionsFile)],
    [descriptions, t(messages.descriptionsFile)],
    [report, t(messages.report)],
  ].flatMap(([name, label]) =>
    name ? [`<li><a href="${encodeURIComponent(name.toWellFormed())}">${label}</a></li>`] : [],
  );
  return `<ul>\n${links.join('\n')}\n</ul>`;
}

/** As https://schema.org/digitalSourceType names IPTC's digital source types. */
function writeMarks({ digitalSourceType, sentence }: Marks, { voice }: PageFiles): string {
  const name = digitalSourceType?.split('/').at(-1) ?? '';
  const known = {
    '@context': 'https://schema.org',
    '@type': 'AudioObject',
    contentUrl: voice,
    description: sentence,
    ...(name && {
      digitalSourceType: `https://schema.org/${name.charAt(0).toUpperCase()}${name.slice(1)}DigitalSource`,
    }),
  };
  return `<script type="application/ld+json">${escapeJson(known)}</script>`;
}

function toData({ project, lines, files, duckDb }: PublishedPage): PageData {
  const language = getLanguage(project.transcript?.language ?? 'English');
  const cues = listShown(listSaidCues(project, true), language).map(({ rows, ...times }) => ({
    ...times,
    text: rows.map(escapeVtt).join('\n'),
  }));
  return {
    lines: lines.map(({ text: _, ...line }) => line),
    captions: { label: t(messages.captions), language: language.code, cues },
    sound: files.voice,
    quietFactor: 10 ** (-duckDb / 20),
    texts: {
      play: t(messages.play),
      pause: t(messages.pause),
      blocked: t(messages.blocked),
      failed: t(messages.failed),
    },
  };
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
