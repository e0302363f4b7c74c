import { detailRooms } from '#shared/description.ts';
import type { Cue } from '#shared/script/cues.ts';
import { printUntold } from '#shared/script/untold.ts';
import type { CuePoint, TimedScriptRequest } from '../ports.ts';
import { type FrameNotes, maxLines, type NotedLine, type NotedThing } from './analysis.ts';
import { createSentences, listComing, printShare } from './sentences.ts';

/** Print that comes this shortly after a picture with a moment is read with it. */
const nearSeconds = 3;
/** How far the time of a picture, which is told to a tenth of a second, may lie from its moment. */
const sameCuePointSeconds = 0.06;

interface Place {
  readonly cuePoint: CuePoint;
  readonly things: readonly NotedThing[];
  readonly lines: readonly NotedLine[];
}

interface Came {
  readonly seconds: number;
  readonly thing: NotedThing;
}

/** What a moment could say: print in ever fewer lines. */
interface News {
  readonly print: readonly string[];
  readonly things: string | undefined;
}

interface Told {
  readonly print: string | undefined;
  readonly things: string | undefined;
}

/**
 * Lines that follow the picture: at each moment what is new in it, as far as there is room until the next moment. Behind them rows of what
 * has no room or moment.
 * @param frames of the whole video, in time order
 */
export function writeTimedLines(request: TimedScriptRequest, frames: readonly FrameNotes[]): Cue[] {
  const { cuePoints, linesBefore, part, detail = 'standard' } = request;
  const { count, gap, pauseUnits, quoteLines, tellThings } = createSentences(request.language);
  const { places, lost } = listPlaces(frames, cuePoints, linesBefore.length > 0);
  // Print is told at any level of detail.
  const printRoom = detailRooms.standard.share / detailRooms[detail].share;
  const read = new Set<string>();
  let lastThings: string | undefined;
  const around = [...linesBefore, ...(part?.linesAfter ?? [])];
  const wasTold = (text: string) => around.some(line => line.text.includes(text));

  /** @param last what was said of things before it: what is still so is not said again */
  const findNews = ({ things, lines }: Place, last = lastThings): News => {
    const unread = lines.filter(({ text }) => !read.has(text) && !wasTold(text));
    const text = things.length > 0 ? tellThings(things) : undefined;
    const most = Math.min(maxLines, unread.length);
    return {
      print: Array.from({ length: most }, (_, at) => quoteLines(unread, most - at)),
      things: text === last || (text !== undefined && wasTold(text)) ? undefined : text,
    };
  };
  /** @param more units of moments that give up their room */
  const choose = ({ print, things }: News, { available, gap: between }: CuePoint, more = 0): Told => {
    // The pause behind the last sentence is the next line's. An extended description may pause the video for print.
    const most = between?.availableWhilePaused?.count ?? available.count;
    const roomToRead = most * printRoom + more + pauseUnits;
    const isRoomFor = (text: string, at: number) =>
      count(text) <= roomToRead * (at === print.length - 1 ? 1 : printShare);
    const printTold = print.find(isRoomFor);
    const left = available.count + more + pauseUnits - (printTold ? count(printTold) : 0);
    const fits = things !== undefined && count(things) <= left && !(detail === 'brief' && printTold);
    return { print: printTold, things: fits ? things : undefined };
  };

  const told: Cue[] = [];
  const untold: Cue[] = [];
  const leaveOut = ({ cuePoint }: Place, { print: [print], things }: News, told?: Told) => {
    const texts = [told?.things ? undefined : things, told?.print ? undefined : print];
    for (const text of texts)
      if (text !== undefined) untold.push(printUntold(getSeenSeconds(cuePoint), 'no room', text));
  };
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as Place;
    const { startSeconds } = place.cuePoint;
    const news = findNews(place);
    let chosen = choose(news, place.cuePoint);
    let more = 0;
    // What has no room until the next moment is told beyond it, unless that one has something to tell that has room.
    for (let next = at + 1; !isWhole(news, chosen); next++) {
      const other = places[next];
      if (!other || other.cuePoint.gap?.endSeconds !== place.cuePoint.gap?.endSeconds) break;
      const otherNews = findNews(other, news.things ?? lastThings);
      const isQuiet = otherNews.print.length === 0 && otherNews.things === undefined;
      if (!isQuiet && (tellsBest(news, chosen) || tellsBest(otherNews, choose(otherNews, other.cuePoint))))
        break;
      more += other.cuePoint.available.count;
      const longer = choose(news, place.cuePoint, more);
      if (!tellsBest(news, longer)) continue;
      chosen = longer;
      for (const skipped of places.slice(at + 1, next + 1)) leaveOut(skipped, findNews(skipped, news.things));
      at = next;
    }
    leaveOut(place, news, chosen);
    if (chosen.print !== undefined) for (const { text } of place.lines) read.add(text);
    lastThings = chosen.things ?? lastThings;
    const text = [chosen.things, chosen.print].filter(each => each !== undefined).join(gap);
    if (text !== '') told.push({ startSeconds, text });
  }
  const noMoment = lost.map(({ seconds, thing }) => printUntold(seconds, 'no moment', tellThings([thing])));
  return [...told, ...untold, ...noMoment];
}

function isWhole({ print, things }: News, told: Told): boolean {
  return (print.length === 0 || told.print !== undefined) && told.things === things;
}

/** Whether print is told, or, where there is none, things. */
function tellsBest({ print }: News, told: Told): boolean {
  return (print.length > 0 ? told.print : told.things) !== undefined;
}

function getSeenSeconds({ startSeconds, gap }: CuePoint): number {
  return gap?.seenSeconds ?? startSeconds;
}

function isAt(cuePoint: CuePoint, { seconds }: FrameNotes): boolean {
  return Math.abs(seconds - getSeenSeconds(cuePoint)) <= sameCuePointSeconds;
}

/**
 * What is new at each moment. What came with a picture without one, and is still there, is news at the next.
 * @param isLater whether parts of the video before the moments were written for
 * @returns `lost`: things that came and went between two moments
 */
function listPlaces(allFrames: readonly FrameNotes[], cuePoints: readonly CuePoint[], isLater: boolean) {
  const [first, last] = [cuePoints[0], cuePoints.at(-1)].map(each => (each ? getSeenSeconds(each) : 0));
  const coming = listComing(allFrames);
  const places: Place[] = [];
  const lost: Came[] = [];
  const came = new Map<NotedThing['name'], Came>();
  let lines: readonly NotedLine[] = [];
  for (const [at, frame] of allFrames.entries()) {
    const { seconds, things } = frame;
    if (isLater && seconds < (first ?? 0) - sameCuePointSeconds) continue;
    if (seconds > (last ?? 0) + nearSeconds) break;
    for (const [name, one] of came) {
      if (things.some(thing => thing.name === name)) continue;
      lost.push(one);
      came.delete(name);
    }
    for (const thing of coming[at] ?? [])
      came.set(thing.name, { seconds: came.get(thing.name)?.seconds ?? seconds, thing });
    if (!frame.isPrintStaying) lines = frame.lines;
    const cuePoint = cuePoints.find(each => isAt(each, frame));
    if (!cuePoint) continue;
    // A moment after its picture, which is gone: only what was to be read in it is told.
    if (getSeenSeconds(cuePoint) < cuePoint.startSeconds) {
      places.push({ cuePoint, things: [], lines: frame.lines });
      continue;
    }
    const near = allFrames.filter(
      other =>
        other.seconds > seconds &&
        other.seconds - seconds < nearSeconds &&
        !cuePoints.some(each => isAt(each, other)),
    );
    const here = [...lines, ...near.flatMap(other => other.lines)].slice(0, maxLines);
    places.push({ cuePoint, things: things.filter(({ name }) => came.has(name)), lines: here });
    came.clear();
    lines = [];
  }
  places.sort((one, other) => one.cuePoint.startSeconds - other.cuePoint.startSeconds);
  return { places, lost };
}
