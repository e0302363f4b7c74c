import { measureArea } from '#shared/print/grey-picture.ts';
import { type NotedThing, several } from './analysis.ts';
import type { SeenThing } from './recognition/recognised.ts';
import type { ThingName } from './thing-names.ts';

/** From which confidence on a box is counted. What is less sure may be there: then there are several. */
const minSure = 0.34;

type Sight = ReturnType<typeof lookFor>;

/**
 * Counts the things of each kind: as many as most pictures of a scene show, because the detector misses one now and then.
 * @param pictures what may be said to be in each picture, in time order
 * @param isNewScene for each picture, whether another scene begins with it
 * @returns for each picture what is in it, what fills it most first
 */
export function countThings(
  pictures: readonly (readonly SeenThing[])[],
  isNewScene: readonly boolean[],
): NotedThing[][] {
  const starts = pictures.flatMap((_, at) => (at === 0 || isNewScene[at] ? [at] : []));
  return starts.flatMap((start, index) => countInScene(pictures.slice(start, starts[index + 1])));
}

function countInScene(pictures: readonly (readonly SeenThing[])[]): NotedThing[][] {
  const sights = pictures.map(things => {
    const names = [...new Set(things.map(({ name }) => name))];
    return new Map(names.map(name => [name, lookFor(name, things)] as const));
  });
  return sights.map(picture =>
    [...picture]
      .sort(([, one], [, other]) => other.area - one.area)
      .flatMap(([name, { confidence }]) => {
        const count = countKind(sights.flatMap(each => each.get(name) ?? []));
        return count === 0 ? [] : [{ name, confidencePercent: Math.round(confidence * 100), count }];
      }),
  );
}

/** A kind in one picture: how many boxes there are, sure ones and all, and the area of the largest. */
function lookFor(name: ThingName, things: readonly SeenThing[]) {
  const bySurety = things
    .filter(thing => thing.name === name)
    .sort((one, other) => other.confidence - one.confidence);
  const all = bySurety.filter(
    (thing, index) => !bySurety.slice(0, index).some(surer => isInside(thing, surer)),
  );
  return {
    confidence: all[0]?.confidence ?? 0,
    sure: all.filter(({ confidence }) => confidence >= minSure).length,
    all: all.length,
    area: Math.max(...all.map(({ box }) => measureArea(box))),
  };
}

/** A part of a thing is taken for another one: the tie of a person for a second person. */
function isInside({ box }: SeenThing, { box: outer }: SeenThing): boolean {
  return box.left > outer.left && box.right < outer.right && box.top > outer.top && box.bottom < outer.bottom;
}

/** Things are counted where nothing is unsure; where there may be more than two, there are several. 0 where no picture is sure. */
function countKind(sights: readonly Sight[]): number {
  const clear = sights.filter(({ sure }) => sure > 0);
  const sure = findMedian(clear.map(sight => sight.sure));
  const all = findMedian(clear.map(sight => sight.all));
  return sure === all || sure === 1 ? Math.min(several, sure) : several;
}

function findMedian(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)] ?? 0;
}
