import { type RefObject, useEffect, useRef } from 'react';
import { useFollowing } from '../../../lib/focus.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getLines, getPhase, getSpokenShare } from '../model/select.ts';
import { useEditorState } from '../model/use-editor.tsx';

export interface FollowedPlaces {
  /** Where a narration is begun, and cancelled. */
  readonly begin: RefObject<HTMLDivElement | null>;
  /** Under the script, where it is spoken. */
  readonly next: RefObject<HTMLDivElement | null>;
  /** What was spoken and the way to take it home, or why it failed. */
  readonly sound: RefObject<HTMLDivElement | null>;
}

/**
 * Keeps in sight what happens: the way to cancel until the first words are there, the end of what grows, and what comes next
 * or went wrong.
 * Once the person scrolls, uses a key or types, the page is theirs until the next work begins.
 */
export function useFollowWork(): FollowedPlaces {
  const begin = useRef<HTMLDivElement>(null);
  const next = useRef<HTMLDivElement>(null);
  const sound = useRef<HTMLDivElement>(null);
  const isFollowing = useFollowing(useEditorState(({ job }) => job !== undefined));
  const place = useEditorState(findPlace);
  const lines = useEditorState(getLines);
  const share = useEditorState(getSpokenShare);
  const places = { begin, next, sound };
  const target = place && places[place];

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step of what grows moves its end
  useEffect(() => {
    const element = target?.current;
    if (!element) return;
    const follow = () => isFollowing.current && bringIntoSight(element);
    follow();
    // The end may become taller, when something in it arrives late; and what stands above it moves it, such as a line of the
    // pinned screen that takes a second row. Each of these changes the height of something that holds the end.
    const sizes = new ResizeObserver(follow);
    for (let box: Element | null = element; box; box = box.parentElement) sizes.observe(box);
    return () => sizes.disconnect();
  }, [target, lines, share, isFollowing]);

  return places;
}

function findPlace(state: EditorState): keyof FollowedPlaces | undefined {
  const { job, lastEnd } = state;
  const hasWords = getLines(state).length > 0;
  if (job) return job.kind !== 'write' ? undefined : hasWords ? 'next' : 'begin';
  // The reason is under the button that begins again.
  if (lastEnd?.outcome === 'failed')
    return lastEnd.kind === 'speak' || lastEnd.kind === 'fit' ? 'sound' : 'begin';
  if (lastEnd?.outcome !== 'done') return undefined;
  if (getPhase(state) === 'audio ready') return 'sound';
  // Lines begin at the top: their first one is selected.
  return lastEnd.kind === 'write' && state.selectedLineId === undefined ? 'next' : undefined;
}

/** Of what is too tall for the window its end is shown: there is what comes next. */
function bringIntoSight(element: Element): void {
  const isBelow = element.getBoundingClientRect().bottom > window.innerHeight;
  element.scrollIntoView({ block: isBelow ? 'end' : 'nearest', behavior: 'instant' });
}
