import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useSyncExternalStore } from 'react';
import type { SpokenCue } from '#shared/script/cues.ts';
import { findPlaced, placeCues } from '#shared/script/match-sentences.ts';
import { useFollowing } from '../../../lib/focus.ts';
import type { PlaybackTime, Player } from '../model/editor-state.ts';
import { getNarration } from '../model/select.ts';
import { noSubscription, useEditorState } from '../model/use-editor.tsx';
import classes from './script-text.module.css';

interface HeardSentenceProps {
  readonly script: string;
  readonly cues: readonly SpokenCue[];
  readonly lang: string | undefined;
  /** The text area's own class: the layer must break its rows where that does. */
  readonly textClass: string | undefined;
  readonly frame: RefObject<HTMLElement | null>;
}

/** Marks the sentence that is heard, behind the text area and unseen by screen readers, and plays from the one that is clicked. */
export function HeardSentence({ script, cues, lang, textClass, frame }: HeardSentenceProps) {
  const player = useEditorState(state => state.player);
  const tempo = useEditorState(state => getNarration(state)?.settings.tempo) ?? 1;
  const places = useMemo(() => placeCues(script, cues), [script, cues]);
  const subscribe = player?.subscribe ?? noSubscription;
  const cue = useSyncExternalStore(subscribe, () =>
    player ? findHeardCue(cues, player.getPlaybackTime(), tempo) : -1,
  );
  const isPlaying = useSyncExternalStore(subscribe, () => player?.getPlaybackTime().isPlaying ?? false);
  const place = places[cue];
  const mark = useRef<HTMLElement>(null);
  const isFollowing = useFollowing(isPlaying);
  useEffect(() => {
    if (!isPlaying || !place || !isFollowing.current) return;
    mark.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [isPlaying, place, isFollowing]);
  usePointing(frame, player, at => {
    const pointed = cues[findPlaced(places, at)];
    return pointed && pointed.startSeconds / tempo;
  });
  if (!place) return null;
  return (
    <div className={`${textClass} ${classes.layer}`} lang={lang} dir="auto" aria-hidden="true">
      {script.slice(0, place.start)}
      <mark ref={mark} className={classes.heard}>
        {script.slice(place.start, place.end)}
      </mark>
      {script.slice(place.end)}
    </div>
  );
}

/** A click that selects nothing, and Alt+Enter, play from the sentence at the cursor; Alt+Enter pauses. At the end of the text nothing plays. */
function usePointing(
  frame: RefObject<HTMLElement | null>,
  player: Player | undefined,
  findSeconds: (at: number) => number | undefined,
): void {
  const playAt = useEffectEvent((area: HTMLTextAreaElement) => {
    const seconds = findSeconds(area.selectionStart);
    if (seconds === undefined) return;
    player?.seek(seconds);
    player?.play();
  });
  const pauseOrPlayAt = useEffectEvent((area: HTMLTextAreaElement) => {
    if (player?.getPlaybackTime().isPlaying) player.pause();
    else playAt(area);
  });
  useEffect(() => {
    const area = frame.current?.querySelector('textarea');
    const stop = new AbortController();
    const onClick = ({ detail, shiftKey, ctrlKey, metaKey }: MouseEvent) => {
      if (!area || detail !== 1 || shiftKey || ctrlKey || metaKey) return;
      const isAtEnd = area.selectionEnd >= area.value.trimEnd().length;
      if (area.selectionStart === area.selectionEnd && !isAtEnd) playAt(area);
    };
    const onKey = (event: KeyboardEvent) => {
      if (!area || event.key !== 'Enter' || !event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      pauseOrPlayAt(area);
    };
    area?.addEventListener('click', onClick, stop);
    area?.addEventListener('keydown', onKey, stop);
    return () => stop.abort();
  }, [frame]);
}

/** Until so long after its end a sentence is the one that was heard, unless the next one begins: so nothing flickers. */
const afterSeconds = 0.6;
/** Position and cues are both rounded. */
const earlySeconds = 0.02;

/** @param cues in order, in seconds of the recording @param speed of its own tempo @returns the sentence's index; -1 before anything is heard */
export function findHeardCue(
  cues: readonly SpokenCue[],
  { atSeconds, isPlaying }: Pick<PlaybackTime, 'atSeconds' | 'isPlaying'>,
  speed: number,
): number {
  if (atSeconds === 0 && !isPlaying) return -1;
  const soundSeconds = atSeconds * speed;
  const index = cues.findLastIndex(({ startSeconds }) => startSeconds <= soundSeconds + earlySeconds);
  const cue = cues[index];
  return cue && soundSeconds < cue.endSeconds + afterSeconds ? index : -1;
}
