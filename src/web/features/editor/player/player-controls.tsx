import { Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react/popover';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { playerMessages } from '#shared/messages/player.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { TimeSpan } from '#shared/script/gaps.ts';
import { listShown } from '#shared/script/write-subtitles.ts';
import { IconButton } from '../../../components/button.tsx';
import { Slider } from '../../../components/slider.tsx';
import { formatClock } from '../../../lib/format.ts';
import { useObjectUrl } from '../../../lib/media.ts';
import type { PlaybackTime, Player } from '../model/editor-state.ts';
import { getCaptionCues } from '../model/plan-voice.ts';
import { getLines, getNarration } from '../model/select.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import { connectPlayer } from './playback.ts';
import { findTotalSeconds, takePositionKey } from './playback-clock.ts';
import classes from './player-controls.module.css';
import { findPoster } from './video-picture.ts';
import { VoiceWave } from './voice-wave.tsx';

export function PlayerControls({ hasWave }: { readonly hasWave: boolean }) {
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  useEffect(() => connectPlayer(store), [store]);
  if (!player) return null;
  return (
    <>
      <Controls player={player} />
      {hasWave && <VoiceWave player={player} />}
    </>
  );
}

function Controls({ player }: { readonly player: Player }) {
  const time = useSyncExternalStore(player.subscribe, player.getPlaybackTime);
  const totalSeconds = findTotalSeconds(time);
  const hasVideo = time.videoSeconds !== undefined;
  const { play, pause } = nameToggle(time);
  useMediaKeys(player, time.isPlaying);
  if (!hasVideo && time.soundSeconds === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: controls, and no fields of a form
    <div className={classes.controls} role="group" aria-label={t(playerMessages.player)}>
      <IconButton
        className={classes.play}
        label={t(time.isPlaying ? pause : play)}
        path={time.isPlaying ? 'M7 5h3.500v14H7zM13.5 5H17v14h-3.500z' : 'M8 4.500v15l12-7.500z'}
        onClick={player.toggle}
      />
      <span className={classes.clock}>
        {t(playerMessages.clock, { time: formatClock(time.atSeconds), total: formatClock(totalSeconds) })}
      </span>
      <Slider
        className={classes.position}
        aria-label={t(playerMessages.position)}
        aria-valuetext={describePlace(time)}
        min={0}
        max={totalSeconds}
        step={0.01}
        value={Math.min(time.atSeconds, totalSeconds)}
        onChange={event => player.seek(Number(event.currentTarget.value))}
        onKeyDown={event => takePositionKey(event, player.getPlaybackTime(), seconds => player.seek(seconds))}
      />
      {hasVideo && (
        <>
          <OriginalSound player={player} />
          <CaptionsButton />
          {document.fullscreenEnabled && (
            <IconButton
              label={t(playerMessages.fullScreen)}
              path="M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5"
              aria-keyshortcuts="f"
              title={t(playerMessages.fullScreenKey)}
              onClick={player.showFullScreen}
            />
          )}
        </>
      )}
    </div>
  );
}

function nameToggle({ videoSeconds, soundSeconds }: PlaybackTime) {
  const { playNarration, pauseNarration, playVideo, pauseVideo, playBoth, pauseBoth } = playerMessages;
  if (videoSeconds === undefined) return { play: playNarration, pause: pauseNarration };
  if (soundSeconds === undefined) return { play: playVideo, pause: pauseVideo };
  return { play: playBoth, pause: pauseBoth };
}

/** The playback position in words, such as "0:12 of 1:00". */
export function describePlace(time: PlaybackTime): string {
  const { atSeconds, videoSeconds } = time;
  const place = { time: formatClock(atSeconds), total: formatClock(findTotalSeconds(time)) };
  const isBeyond = videoSeconds !== undefined && atSeconds > videoSeconds + 0.05;
  return t(isBeyond ? playerMessages.positionAfterVideo : playerMessages.positionOf, place);
}

function OriginalSound({ player }: { readonly player: Player }) {
  const { original: volume, isMixed } = useStore(player.volume);
  const percent = t(playerMessages.volume, { percent: Math.round(100 * volume) });
  const path =
    volume === 0
      ? 'M4 9.500v5h4l5 4v-13l-5 4zM16.500 9.500l4 5m0-5-4 5'
      : 'M4 9.500v5h4l5 4v-13l-5 4zM16 9a4.500 4.500 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11';
  const label = t(playerMessages.originalSound);
  return (
    <PopoverProvider placement="top">
      <PopoverDisclosure render={<IconButton label={label} path={path} title={label} />} />
      <Popover className={`card row ${classes.volume}`} aria-label={label} gutter={4} unmountOnHide>
        <Slider
          aria-label={label}
          aria-valuetext={percent}
          min={0}
          max={1}
          step={0.05}
          value={volume}
          disabled={isMixed}
          onChange={event => player.setOriginal(Number(event.currentTarget.value))}
        />
        <span>{isMixed ? t(playerMessages.originalSoundMixed) : percent}</span>
      </Popover>
    </PopoverProvider>
  );
}

function CaptionsButton() {
  const { store } = useEditor();
  const isOn = useEditorState(state => state.showsCaptions);
  const hasLines = useEditorState(state => getLines(state).length > 0);
  if (!hasLines) return null;
  return (
    <IconButton
      label={t(playerMessages.captions)}
      path="M3 5h18v14H3zM10.5 10.2a2.200 2.200 0 1 0 0 3.600M17 10.2a2.200 2.200 0 1 0 0 3.600"
      title={t(playerMessages.captions)}
      aria-pressed={isOn}
      onClick={() => store.setState({ showsCaptions: !isOn })}
    />
  );
}

export function VideoPreview({ file }: { file: File }) {
  const player = useEditorState(state => state.player);
  const url = useObjectUrl(file);
  const poster = usePoster(file);
  const [unplayable, setUnplayable] = useState<string>();
  if (url && unplayable === url)
    return <p className={classes.unplayable}>{t(spokenScriptMessages.unplayable)}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: it is the person's own video, which has no captions that we know of */}
      <video
        ref={player?.attachVideo}
        className={classes.video}
        aria-label={t(spokenScriptMessages.preview, { name: file.name })}
        src={url}
        poster={poster}
        playsInline
        preload="metadata"
        onClick={() => player?.toggle()}
        onError={() => setUnplayable(url)}
        onLoadedMetadata={event => {
          // Chromium plays the sound of a video whose pictures it cannot decode, on a black screen.
          if (event.currentTarget.videoWidth === 0) setUnplayable(url);
        }}
      />
      {player && <Captions player={player} />}
    </>
  );
}

/** What a video shows before it plays: a picture that is not black. @returns the address of a picture; undefined until one is found */
function usePoster(file: File): string | undefined {
  const [found, setFound] = useState<{ of: File; picture: Blob | undefined }>();
  useEffect(() => {
    const controller = new AbortController();
    void findPoster(file, controller.signal).then(picture => {
      if (!controller.signal.aborted) setFound({ of: file, picture });
    });
    return () => controller.abort();
  }, [file]);
  return useObjectUrl(found?.of === file ? found.picture : undefined);
}

/** Captions over the video, in the rows in which subtitles are exported. Stands in the box of the video. */
function Captions({ player }: { readonly player: Player }) {
  const isOn = useEditorState(state => state.showsCaptions);
  const cues = useEditorState(state => (state.showsCaptions ? getCaptionCues(state) : noCues));
  const language = useEditorState(state => getLanguage(getNarration(state)?.language ?? state.form.language));
  const cue = useSyncExternalStore(player.subscribe, () => findAt(cues, player));
  const parts = useMemo(() => (cue ? listShown([cue], language) : []), [cue, language]);
  const shown = useSyncExternalStore(player.subscribe, () => findAt(parts, player));
  if (!isOn) return null;
  return (
    // The lines beside it are the same text for screen readers.
    <div className={classes.captions} aria-hidden="true" data-captions>
      {shown && (
        <p className={classes.caption} lang={language.code} dir="auto">
          {shown.rows.join('\n')}
        </p>
      )}
    </div>
  );
}

const noCues: readonly SpokenCue[] = [];

function findAt<Cue extends TimeSpan>(cues: readonly Cue[], player: Player): Cue | undefined {
  const { atSeconds } = player.getPlaybackTime();
  return cues.find(({ startSeconds, endSeconds }) => startSeconds <= atSeconds && atSeconds < endSeconds);
}

const mediaActions = ['play', 'pause', 'stop', 'seekto', 'seekbackward', 'seekforward'] as const;
const mediaStepSeconds = 10;

/** Media keys of a keyboard or headset control the player, and the system shows the title of what is played. */
function useMediaKeys(player: Player, isPlaying: boolean): void {
  const title = useEditorState(({ video }) => video?.file.name);
  useEffect(() => {
    // The last one that played has the keys.
    if (!isPlaying || !('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title: title ?? t(playerMessages.narration) });
    setMediaHandlers(({ action, seekTime, seekOffset = mediaStepSeconds }) => {
      const { atSeconds } = player.getPlaybackTime();
      if (action === 'play') player.play();
      else if (action === 'pause' || action === 'stop') player.pause();
      else if (action === 'seekto') player.seek(seekTime ?? atSeconds);
      else player.seek(atSeconds + (action === 'seekforward' ? seekOffset : -seekOffset));
    });
  }, [player, title, isPlaying]);
  useEffect(() => () => setMediaHandlers(null), []);
}

function setMediaHandlers(handler: MediaSessionActionHandler | null): void {
  for (const action of mediaActions)
    try {
      navigator.mediaSession.setActionHandler(action, handler);
    } catch {
      // A browser without media keys, or that does not know this one.
    }
}
