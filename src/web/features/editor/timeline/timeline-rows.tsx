import { type RefObject, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { anyLength, withVideo } from '#media/browser/open-video-blob.ts';
import { decodeVideoSound } from '#media/sound/decode-video-sound.ts';
import { createPeakCollector, type Loudness } from '#media/sound/peaks.ts';
import { t } from '#shared/messages/message.ts';
import { timelineMessages } from '#shared/messages/timeline.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { printTime } from '#shared/script/time-format.ts';
import { UnseenSlider } from '../../../components/slider.tsx';
import { createRests, listenForGaps } from '../jobs/listen.ts';
import type { ChosenVideo, Player } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { takePositionKey } from '../player/playback-clock.ts';
import type { VideoPictures } from '../player/video-picture.ts';
import { findLoudest, listBars, listMarks, listPicturePlaces } from './geometry.ts';
import classes from './timeline.module.css';
import type { TimelineView } from './use-timeline-view.ts';

interface RowProps {
  readonly view: TimelineView;
}

interface SpanMarksProps extends RowProps {
  readonly className?: string | undefined;
  /** With heights from 0 to 1; undefined: 1. */
  readonly spans: readonly (TimeSpan & { readonly height?: number })[];
}

/** Parts of the video's time as one drawing: a bar for each, however many they are. */
export function SpanMarks({ className = classes.marks, spans, view }: SpanMarksProps) {
  const { span, pixelsPerSecond } = view;
  const width = span.toPx - span.fromPx;
  const path = spans.map(({ startSeconds, endSeconds, height = 1 }) => {
    const left = Math.max(0, startSeconds * pixelsPerSecond - span.fromPx);
    const right = Math.min(width, endSeconds * pixelsPerSecond - span.fromPx);
    const [px, top] = [Math.max(1, right - left - 1).toFixed(1), ((1 - height) / 2).toFixed(2)];
    return right > left ? `M${left.toFixed(1)} ${top}h${px}v${height.toFixed(2)}h-${px}z` : '';
  });
  return (
    <svg
      className={className}
      style={{ left: span.fromPx, width }}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path.join('')} />
    </svg>
  );
}

/** Less room than this at the end of the video would cut a label off. */
const labelPx = 40;

interface RulerProps extends RowProps {
  readonly slider: RefObject<HTMLInputElement | null>;
  readonly player: Player;
  readonly durationSeconds: number;
}

export function Ruler({ slider, player, durationSeconds, view }: RulerProps) {
  return (
    <div className={classes.ruler} ref={view.ruler}>
      {listMarks(view).map(seconds => (
        <span
          key={seconds}
          className={classes.mark}
          style={{ left: seconds * view.pixelsPerSecond }}
          aria-hidden="true"
        >
          {(durationSeconds - seconds) * view.pixelsPerSecond > labelPx && printTime(seconds)}
        </span>
      ))}
      <UnseenSlider
        ref={slider}
        aria-label={t(timelineMessages.position)}
        min={0}
        max={durationSeconds}
        step={0.01}
        defaultValue={0}
        onChange={event => player.seekPicture(Number(event.currentTarget.value))}
        onKeyDown={event => {
          const time = { ...player.picture.getPlaybackTime(), videoSeconds: durationSeconds };
          takePositionKey(event, { ...time, soundSeconds: undefined }, seconds =>
            player.seekPicture(seconds),
          );
        }}
      />
    </div>
  );
}

const pictureHeightPx = 30;
/** The lines in sight get theirs first. */
const pictureDelayMs = 1000;
const minPicturesPx = 640;

type PicturesProps = RowProps & { readonly pictures: VideoPictures; readonly facts: ChosenVideo['facts'] };

/** Small pictures of the video along its time. They are taken once, for the whole video: under another zoom each is repeated. */
export function Pictures({ pictures, facts, view }: PicturesProps) {
  const { widthPx, contentPx } = view;
  const { durationSeconds, width, height } = facts;
  const picturePx = Math.max(1, Math.round((pictureHeightPx * width) / height));
  const places = useMemo(
    () => (widthPx < minPicturesPx ? [] : listPicturePlaces(durationSeconds, widthPx, picturePx)),
    [durationSeconds, widthPx, picturePx],
  );
  const urls = useSyncExternalStore(pictures.subscribe, pictures.getUrls);
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const seconds of places.toReversed()) pictures.want(seconds);
    }, pictureDelayMs);
    return () => clearTimeout(timer);
  }, [pictures, places]);
  if (places.length === 0) return null;
  const slotPx = contentPx / places.length;
  const backgroundSize = slotPx > 2 * picturePx ? 'auto 100%' : 'cover';
  return (
    <div className={classes.pictures} aria-hidden="true">
      {places.map((seconds, index) => {
        const url = urls.get(seconds);
        const picture = url && { backgroundImage: `url("${url}")`, backgroundSize };
        return <span key={seconds} style={{ left: index * slotPx, width: slotPx - 1, ...picture }} />;
      })}
    </div>
  );
}

/** The video's own sound under the lines, and what is said in it. @param loudness undefined while nothing is known */
export function OriginalSound({ loudness, view }: RowProps & { readonly loudness: Loudness | undefined }) {
  const loudest = useMemo(() => loudness && findLoudest(loudness), [loudness]);
  const { span, pixelsPerSecond } = view;
  const bars = useMemo(
    () => (loudness && loudest ? listBars(loudness, loudest, { pixelsPerSecond, span }) : []),
    [loudness, loudest, span, pixelsPerSecond],
  );
  const { originalSound, readingOriginal, noOriginal } = timelineMessages;
  const known = loudness?.peaks.length === 0 ? noOriginal : originalSound;
  return (
    <div className={classes.sounds} aria-hidden="true" data-original-sound>
      <SpanMarks spans={bars} view={view} />
      <Segments view={view} />
      {loudness && <span className={classes.name}>{t(loudness.isWhole ? known : readingOriginal)}</span>}
    </div>
  );
}

/** More side by side could not be read, and would cost each zoom too much. */
const maxSegments = 150;

/** What is said in the video, along its time. A click on a part goes there; the list of it has the same for the keyboard. */
function Segments({ view: { pixelsPerSecond, span } }: RowProps) {
  const segments = useEditorState(({ project }) => project.transcript?.segments);
  const pixelsPerMs = pixelsPerSecond / 1000;
  const within = useMemo(
    () =>
      segments?.filter(
        ({ startMs, endMs }) => endMs * pixelsPerMs >= span.fromPx && startMs * pixelsPerMs <= span.toPx,
      ) ?? [],
    [segments, pixelsPerMs, span],
  );
  if (within.length > maxSegments) return null;
  return within.map(({ id, startMs, endMs, text, isSound }) => (
    <span
      key={id}
      className={`truncate ${classes.segment}`}
      data-said-at={startMs / 1000}
      data-sound={isSound}
      dir="auto"
      title={text}
      style={{ left: startMs * pixelsPerMs, width: Math.max(2, (endMs - startMs) * pixelsPerMs - 1) }}
    >
      {text}
    </span>
  ));
}

const nothing: Loudness = { peaks: new Float32Array(), seconds: 0, isWhole: true };
const reportMs = 500;

/** How loud a video's sound is, as far as it is known. Only then it is listened to for speech: one at a time. */
export function useOriginalLoudness(video: ChosenVideo): Loudness | undefined {
  const editor = useEditor();
  const [known, setKnown] = useState<{ of: ChosenVideo; loudness: Loudness }>();
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const report = (loudness: Loudness) => {
      if (!signal.aborted) setKnown({ of: video, loudness });
    };
    const readAll = async () => {
      const loudness = await readLoudness(video.file, signal, report).catch(() => nothing);
      report(loudness);
      if (loudness.peaks.length === 0 || signal.aborted || editor.store.getState().heard) return;
      const heard = await listenForGaps(video.file, video.facts.durationSeconds, signal);
      editor.store.setState(state => (state.video === video ? { heard } : state));
    };
    // The lines can be placed without either.
    readAll().catch(() => {});
    return () => controller.abort();
  }, [editor, video]);
  return known?.of === video ? known.loudness : undefined;
}

/**
 * Keeps nothing of the sound but a peak for each twentieth of a second: half a megabyte for two hours; none where it cannot be decoded
 * here. @param report receives what is known so far, now and then @throws {CodedError} when the file cannot be read
 */
async function readLoudness(file: Blob, signal: AbortSignal, report: (loudness: Loudness) => void) {
  return await withVideo(file, anyLength, async video => {
    const collector = createPeakCollector();
    const rest = createRests();
    let reportedMs = performance.now();
    for await (const { startSeconds, samples, sampleRateHz } of decodeVideoSound(video, signal)) {
      collector.addSilenceUntil(startSeconds);
      collector.add(samples, sampleRateHz);
      await rest();
      if (performance.now() - reportedMs < reportMs) continue;
      reportedMs = performance.now();
      report(collector.read(false));
    }
    return collector.read(true);
  });
}
