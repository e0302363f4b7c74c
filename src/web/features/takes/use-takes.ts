import { useCallback, useEffect, useRef, useState } from 'react';
import { holdTab } from '../../lib/running-work.ts';
import { forgetWork, keepTake, readTakes } from './browser-work.ts';
import {
  findOverdue,
  getNextNumber,
  listTakes,
  makeTakeId,
  type NewTake,
  noVideoId,
  type Take,
} from './take.ts';

export interface Takes {
  readonly videoId: string;
  /** Of this video, the first one first. */
  readonly list: readonly Take[];
  /** Whether what was kept before is there by now, or never will be. */
  readonly isRead: boolean;
  /** False once the browser would not keep something: then takes are there until the page is left. */
  readonly areKept: boolean;
  add(take: NewTake): Take;
  /** Puts a take in the place of the one with its id. */
  replace(take: Take): void;
  /** Deletes all takes, of other videos too, their sounds, and the video's copy. */
  forget(): Promise<void>;
}

/**
 * The takes of a video: here in the page, and in this browser for as long as it keeps them.
 * @param owner see `readDraft`
 * @param videoId see `getVideoId`; takes that were made before there was a video become those of the first one
 */
export function useTakes(owner: string, videoId: string): Takes {
  const [takes, setTakes] = useState<readonly Take[]>([]);
  const [isRead, setRead] = useState(false);
  const [areKept, setKept] = useState(true);
  // Several may come before the page has drawn the first one.
  const latest = useRef(takes);

  const show = useCallback((change: (takes: readonly Take[]) => readonly Take[]) => {
    latest.current = change(latest.current);
    setTakes(latest.current);
  }, []);

  useEffect(() => {
    let isGone = false;
    readTakes(owner)
      .then(read => !isGone && show(made => join(read, made)))
      .catch(() => isGone || setKept(false))
      .finally(() => isGone || setRead(true));
    return () => {
      isGone = true;
    };
  }, [owner, show]);

  const put = useCallback(
    (take: Take) => {
      show(before => makeRoom([...before.filter(({ id }) => id !== take.id), take], take));
      const release = holdTab();
      keepTake(take)
        .catch(() => setKept(false))
        .finally(release);
      return take;
    },
    [show],
  );

  useEffect(() => {
    if (!isRead || videoId === noVideoId) return;
    for (const take of listTakes(latest.current, noVideoId))
      put({ ...take, videoId, number: getNextNumber(listTakes(latest.current, videoId)) });
  }, [isRead, videoId, put]);

  return {
    videoId,
    list: listTakes(takes, videoId),
    isRead,
    areKept,
    add: take =>
      put({
        ...take,
        id: makeTakeId(),
        owner,
        videoId,
        number: getNextNumber(listTakes(latest.current, videoId)),
        madeAtMs: Date.now(),
      }),
    replace: put,
    async forget() {
      show(() => []);
      await forgetWork(owner);
    },
  };
}

function makeRoom(takes: readonly Take[], kept: Take): readonly Take[] {
  const overdue = findOverdue(listTakes(takes, kept.videoId), kept.id);
  return takes.filter(take => !overdue.includes(take));
}

/** What was read, and after it what was made meanwhile. */
function join(read: readonly Take[], made: readonly Take[]): readonly Take[] {
  let joined = read;
  for (const take of made) {
    const before = listTakes(joined, take.videoId);
    const isTaken = before.some(({ number }) => number === take.number);
    joined = [...joined, isTaken ? { ...take, number: getNextNumber(before) } : take];
  }
  return joined;
}
