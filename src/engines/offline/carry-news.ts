import type { DescribedThing, FrameDescription } from './frame-description.ts';

interface Came {
  readonly seconds: number;
  readonly thing: DescribedThing;
}

/** What is new in a picture, and was not told yet. */
interface News {
  readonly lines: FrameDescription['lines'];
  /** Things that came, by their kind. */
  readonly came: ReadonlyMap<DescribedThing['name'], Came>;
  readonly gone: FrameDescription['gone'];
  readonly isNewScene: boolean;
}

const noNews: News = { lines: [], came: new Map(), gone: [], isNewScene: false };

/**
 * Leaves out the pictures for which there is no moment to speak. What came with them and is still there is news in the next picture that
 * has one.
 * @param frames of the whole video, in time order
 * @returns the others, and the things that came and went in between
 */
export function carryNews(
  frames: readonly FrameDescription[],
  hasCuePoint: (frame: FrameDescription) => boolean,
): { readonly frames: readonly FrameDescription[]; readonly lost: readonly Came[] } {
  let news = noNews;
  const lost: Came[] = [];
  const carried = frames.flatMap(frame => {
    const isThere = (name: DescribedThing['name']) => frame.things.some(thing => thing.name === name);
    lost.push(...[...news.came.values()].filter(({ thing }) => !isThere(thing.name)));
    const told = addNews(frame, news);
    if (!hasCuePoint(frame)) {
      news = listNews(told, news);
      return [];
    }
    news = noNews;
    return [told];
  });
  return { frames: carried, lost };
}

function addNews(frame: FrameDescription, news: News): FrameDescription {
  const here = new Set(frame.things.map(({ name }) => name));
  const gone = new Set([...news.gone, ...frame.gone].filter(name => !here.has(name) && !news.came.has(name)));
  const things = frame.things.map(thing =>
    thing.motion === 'staying'
      ? { ...thing, motion: news.came.get(thing.name)?.thing.motion ?? thing.motion }
      : thing,
  );
  const lines = frame.isPrintStaying ? news.lines : frame.lines;
  return { ...frame, things, lines, gone: [...gone], isNewScene: frame.isNewScene || news.isNewScene };
}

function listNews({ seconds, lines, things, gone, isNewScene }: FrameDescription, before: News): News {
  const came = things
    .filter(({ motion }) => motion === 'seen' || motion === 'coming')
    .map(thing => [thing.name, { seconds: before.came.get(thing.name)?.seconds ?? seconds, thing }] as const);
  return { lines, came: new Map(came), gone, isNewScene };
}
