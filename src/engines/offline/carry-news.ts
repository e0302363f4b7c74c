import type { DescribedThing, FrameDescription } from './frame-description.ts';

/** What is new in a picture, and was not told yet. */
interface News {
  readonly lines: FrameDescription['lines'];
  /** Kinds of things that came, and how. */
  readonly motions: ReadonlyMap<DescribedThing['name'], DescribedThing['motion']>;
  readonly gone: FrameDescription['gone'];
  readonly isNewScene: boolean;
}

const noNews: News = { lines: [], motions: new Map(), gone: [], isNewScene: false };

/**
 * Leaves out the pictures for which there is no moment to speak. What came with them and is still there is news in the next picture that
 * has one.
 * @param frames of the whole video, in time order
 */
export function carryNews(
  frames: readonly FrameDescription[],
  hasCuePoint: (frame: FrameDescription) => boolean,
): FrameDescription[] {
  let news = noNews;
  return frames.flatMap(frame => {
    const carried = addNews(frame, news);
    if (!hasCuePoint(frame)) {
      news = listNews(carried);
      return [];
    }
    news = noNews;
    return [carried];
  });
}

function addNews(frame: FrameDescription, news: News): FrameDescription {
  const here = new Set(frame.things.map(({ name }) => name));
  const gone = new Set(
    [...news.gone, ...frame.gone].filter(name => !here.has(name) && !news.motions.has(name)),
  );
  const things = frame.things.map(thing =>
    thing.motion === 'staying' ? { ...thing, motion: news.motions.get(thing.name) ?? thing.motion } : thing,
  );
  const lines = frame.isPrintStaying ? news.lines : frame.lines;
  return { ...frame, things, lines, gone: [...gone], isNewScene: frame.isNewScene || news.isNewScene };
}

function listNews({ lines, things, gone, isNewScene }: FrameDescription): News {
  const came = things.filter(({ motion }) => motion === 'seen' || motion === 'coming');
  const motions = new Map(came.map(({ name, motion }) => [name, motion]));
  return { lines, motions, gone, isNewScene };
}
