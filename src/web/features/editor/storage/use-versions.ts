import { useCallback, useEffect, useRef, useState } from 'react';
import { holdTab } from '../../../lib/running-work.ts';
import { forgetWork, keepVersion, readVersions } from './browser-work.ts';
import {
  findOverdue,
  getNextNumber,
  listVersions,
  makeVersionId,
  type NewVersion,
  noVideoId,
  type Version,
} from './version.ts';

export interface Versions {
  readonly videoId: string;
  /** Of this video, the first one first. */
  readonly list: readonly Version[];
  /** Whether what was kept before is there by now, or never will be. */
  readonly isRead: boolean;
  /** False once the browser could not keep something: then versions last until the page is left. */
  readonly areKept: boolean;
  add(version: NewVersion): Version;
  /** Replaces the version with the same id. */
  replace(version: Version): void;
  /** Deletes all versions, of other videos too, their sounds, and the video copy. */
  forget(): Promise<void>;
}

/**
 * The versions of a video: in the page, and in this browser for as long as it keeps them.
 * @param owner see `readDraft`
 * @param videoId see `getVideoId`; versions that were made before there was a video become those of the first one
 */
export function useVersions(owner: string, videoId: string): Versions {
  const [versions, setVersions] = useState<readonly Version[]>([]);
  const [isRead, setRead] = useState(false);
  const [areKept, setKept] = useState(true);
  // Several may come before the page has drawn the first one.
  const latest = useRef(versions);

  const show = useCallback((change: (versions: readonly Version[]) => readonly Version[]) => {
    latest.current = change(latest.current);
    setVersions(latest.current);
  }, []);

  useEffect(() => {
    let isGone = false;
    readVersions(owner)
      .then(read => !isGone && show(made => join(read, made)))
      .catch(() => isGone || setKept(false))
      .finally(() => isGone || setRead(true));
    return () => {
      isGone = true;
    };
  }, [owner, show]);

  const put = useCallback(
    (version: Version) => {
      show(before => makeSpace([...before.filter(({ id }) => id !== version.id), version], version));
      const release = holdTab();
      keepVersion(version)
        .catch(() => setKept(false))
        .finally(release);
      return version;
    },
    [show],
  );

  useEffect(() => {
    if (!isRead || videoId === noVideoId) return;
    for (const version of listVersions(latest.current, noVideoId))
      put({ ...version, videoId, number: getNextNumber(listVersions(latest.current, videoId)) });
  }, [isRead, videoId, put]);

  return {
    videoId,
    list: listVersions(versions, videoId),
    isRead,
    areKept,
    add: version =>
      put({
        ...version,
        id: makeVersionId(),
        owner,
        videoId,
        number: getNextNumber(listVersions(latest.current, videoId)),
        madeAtMs: Date.now(),
      }),
    replace: put,
    async forget() {
      show(() => []);
      await forgetWork(owner);
    },
  };
}

function makeSpace(versions: readonly Version[], kept: Version): readonly Version[] {
  const overdue = findOverdue(listVersions(versions, kept.videoId), kept.id);
  return versions.filter(version => !overdue.includes(version));
}

/** What was read, and after it what was made meanwhile. */
function join(read: readonly Version[], made: readonly Version[]): readonly Version[] {
  let joined = read;
  for (const version of made) {
    const before = listVersions(joined, version.videoId);
    const isTaken = before.some(({ number }) => number === version.number);
    joined = [...joined, isTaken ? { ...version, number: getNextNumber(before) } : version];
  }
  return joined;
}
