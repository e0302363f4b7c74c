import { type RefObject, useEffect, useRef, useState } from 'react';
import { openPictures, type VideoPictures } from '../player/public.ts';
import type { PictureSource } from './line-editor-props.ts';
import type { LinePicture } from './line-pictures.tsx';
import type { BenchLine } from './list-lines.ts';

/** Of a line. */
const mostPictures = 3;
/** Taken ahead of what is in sight. */
const aheadPixels = 300;
const noPictures: readonly LinePicture[] = [];

/**
 * Pictures of the video for the lines in sight, taken one after the other as they come into it: those that were looked at for a
 * line, or the one with which it begins.
 * @returns the pictures of a line; the same list until it changes
 */
export function useLinePictures(
  { video, cuePoints }: PictureSource,
  lines: readonly BenchLine[],
  list: RefObject<HTMLElement | null>,
): (index: number) => readonly LinePicture[] {
  const [urls, setUrls] = useState<ReadonlyMap<number, string>>(new Map());
  const source = useRef<VideoPictures>(undefined);
  const known = useRef(new Map<string, readonly LinePicture[]>());
  const wanted = useRef<(index: number) => void>(undefined);

  wanted.current = index => {
    for (const seconds of listCuePoints(lines, index, cuePoints)) source.current?.want(seconds);
  };

  useEffect(() => {
    if (!video) return;
    const pictures = openPictures(video, (seconds, url) =>
      setUrls(before => new Map(before).set(seconds, url)),
    );
    source.current = pictures;
    return () => {
      source.current = undefined;
      setUrls(new Map());
      pictures.close();
    };
  }, [video]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: lines come and go, and move to other times
  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => {
        for (const { isIntersecting, target } of entries)
          if (isIntersecting) wanted.current?.([...(target.parentElement?.children ?? [])].indexOf(target));
      },
      { rootMargin: `${aheadPixels}px 0px` },
    );
    for (const row of list.current?.children ?? []) observer.observe(row);
    return () => observer.disconnect();
  }, [list, video, lines.length, cuePoints]);

  return index => {
    const seconds = listCuePoints(lines, index, cuePoints);
    const name = seconds.map(each => `${each} ${urls.get(each) ?? ''}`).join();
    const found = known.current.get(name) ?? seconds.map(each => ({ seconds: each, url: urls.get(each) }));
    known.current.set(name, found);
    return found.length === 0 ? noPictures : found;
  };
}

function listCuePoints(
  lines: readonly BenchLine[],
  index: number,
  cuePoints: readonly number[],
): readonly number[] {
  const [line, next] = [lines[index], lines[index + 1]];
  if (!line) return [];
  const until = next?.startSeconds ?? Number.POSITIVE_INFINITY;
  const own = cuePoints.filter(seconds => seconds >= line.startSeconds - 0.05 && seconds < until - 0.05);
  return own.length === 0 ? [line.startSeconds] : own.slice(0, mostPictures);
}
