import { useState } from 'react';
import type { ErrorCode } from '#shared/errors.ts';
import type { LanguageName } from '#shared/languages.ts';
import type { Voice } from '#shared/voices.ts';
import { useLazyParts } from '../../lib/load-chunk.ts';
import type { SyncedPlayback } from '../player/public.ts';
import { type PreviewSource, usePreview } from '../player/public.ts';
import { readDraft } from '../versions/public.ts';
import type { Speakers } from '../voice-samples/public.ts';
import { useEngineRefresh } from '../voice-samples/public.ts';
import { createScriptFit } from './create-script-fit.ts';
import { chooseSpokenLanguage } from './describe-spoken.ts';
import { announceState, describeObstacle, describeState, type Missing } from './describe-state.ts';
import { lazyPreviewParts } from './lazy-preview-parts.ts';
import type { NarrationService } from './narration-service.ts';
import { createNarrationState, isLoading, type Work } from './narration-state.ts';
import type { Choices } from './use-choices.ts';
import { useExample } from './use-example.ts';
import { useKeptWork } from './use-kept-work.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { useNarration } from './use-narration.ts';
import { useOwnScript } from './use-own-script.ts';
import { useOwnWords } from './use-own-words.ts';
import { useSpeech } from './use-speech.ts';
import { useTimeLeft } from './use-time-left.ts';
import { useTimedWork } from './use-timed-work.ts';
import { useVideoChoice, type VideoChoice, type VideoLimits } from './use-video-choice.ts';
import { findVoice, type VoiceGroup } from './voice-choice.ts';

/** What the work of a studio needs. */
export interface StudioWork {
  readonly service: NarrationService;
  readonly choices: Choices;
  /** Who can speak the chosen voice; undefined until the server has said so. */
  readonly speakers: Speakers | undefined;
  readonly limits: VideoLimits;
  /** Names what is kept for a reload of the page. */
  readonly draftKey: string;
  /** None is left, so that none can be begun; `allowance` says when there will be new ones. */
  readonly isUsedUp: boolean;
  /** Whether the script provider can make a script longer. */
  readonly canExpand: boolean;
  /** Whether an AI writes; if not, the page leads with writing oneself. */
  readonly hasAi: boolean;
  /** Called once the reason is on the page. */
  readonly onFailure?: (work: Work) => void;
}

/** What a button would work on. */
export interface WorkFacts {
  readonly work: Work;
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName;
  readonly voice: Voice | undefined;
  readonly script: string;
  readonly followsPicture: boolean;
}

/** The whole state of a studio: the video, its narration, the preview, what is kept, and the status texts. */
export function useStudio(work: StudioWork, voices: readonly VoiceGroup[]) {
  const { service, choices, speakers, limits, draftKey } = work;
  const [draft] = useState(() => readDraft(draftKey));
  const choice = useVideoChoice(limits, service.prepare, { owner: draftKey, last: draft?.video });
  const noteFailed = useFailureNote(work.onFailure);
  const narration = useNarration(service, () => createNarrationState(draft), noteFailed);
  const { state } = narration;
  const own = useOwnScript(narration, limits);
  const [lastFile, setLastFile] = useState<File>();

  const { language } = choices;
  const prompt = choices.prompt.trim();
  const voice = findVoice(voices, choices.voice);
  const missing = findMissing(choice, prompt, voice);
  const videoSeconds = choice.video?.facts.durationSeconds;
  const [provider, setProvider] = useState<string>();
  const timed = useTimedWork(narration, {
    spokenWith: voice && { voice, language: chooseSpokenLanguage(state, language), provider },
    chosenLanguage: language,
    videoSeconds,
    video: choice.video?.file,
    prompt,
  });
  const kept = useKeptWork({ owner: draftKey, draft, choices, choice, narration, timed });
  const { audio, described } = (state.audio ? state.spoken : timed.spokenSoFar) ?? {};
  const preview = useStudioPreview({
    recording: audio,
    title: choice.video?.file.name,
    isTimed: timed.isTimed,
    pauses: described?.plan.pauses,
  });
  const speech = useSpeech(
    {
      state,
      generateAudio(order, chosenLanguage) {
        setProvider(order.provider);
        if (timed.isTimed) timed.speakAll(order);
        else narration.generateAudio(order, chosenLanguage);
      },
    },
    { voice, language, speakers },
  );
  const words = useOwnWords(narration, work.hasAi ? undefined : service.createScript);
  const example = useExample({ choice, choices, narration, timed, speech });
  const { activity } = state;
  const parts = useLazyParts(lazyPreviewParts, activity !== undefined);
  const timeLeft = useTimeLeft(state, { videoSeconds, language, speakers });
  useLeaveWarning(isLoading(state));

  const forgetProblems = () => {
    speech.forgetProblem();
    setLastFile(choice.video?.file);
  };
  const spokenSeconds = state.audio && preview?.spokenSeconds;
  const fit = createScriptFit(state, { spokenSeconds, videoSeconds, canExpand: work.canExpand }, text => {
    forgetProblems();
    narration.rewriteScript({ ...text, prompt });
  });

  function generateScript() {
    if (!choice.video) return;
    forgetProblems();
    narration.generateScript({
      video: choice.video.file,
      prompt,
      language,
      maxVideoSeconds: limits.maxSeconds,
      timing: choices.followsPicture ? 'cues' : undefined,
      description: choices.describes,
      maxTimedFrames: limits.maxTimedFrames,
    });
  }

  function writeOwn() {
    if (!choice.video) return;
    forgetProblems();
    const { maxSeconds, maxTimedFrames: maxPictures } = limits;
    const { language, describes: description } = choices;
    words.start({ video: choice.video.file, maxSeconds, maxPictures, language, description });
  }

  return {
    choice,
    words,
    writeOwn,
    example,
    narration,
    kept,
    preview,
    own,
    voice,
    missing,
    speech,
    timed,
    fit,
    generateScript,
    videoSeconds,
    describes: choices.describes,
    isWorking: isLoading(state),
    /** What is happening, or to be done next. */
    line: activity ? (parts?.describeWork(state, activity, timeLeft) ?? '') : describeState(state, missing),
    /** The same for screen readers, which get no figures. */
    announcement: activity ? parts?.announceWork(state, activity) : announceState(state),
    /** Why no script can be written, where the line is about something else. */
    obstacle: work.isUsedUp ? undefined : describeObstacle(state, missing),
    // A failure of one video is not shown for the next.
    scriptFailure:
      state.failure?.work === 'script' && choice.video?.file === lastFile ? state.failure : undefined,
  };
}

export type StudioState = ReturnType<typeof useStudio>;

/** The player is fetched with the first video, recording or line. */
function useStudioPreview(source: PreviewSource) {
  const { title, recording, isTimed } = source;
  const parts = useLazyParts(lazyPreviewParts, title !== undefined || recording !== undefined || isTimed);
  const [playback, setPlayback] = useState<SyncedPlayback>();
  if (parts && !playback) setPlayback(new parts.SyncedPlayback());
  return usePreview(playback, source);
}

function findMissing(choice: VideoChoice, prompt: string, voice: Voice | undefined): Missing {
  return {
    // While another file is opened, the one before it must not be narrated.
    video: !choice.video || choice.checking !== undefined,
    prompt: prompt === '',
    voice: !voice,
  };
}

/** After a call that failed at a provider, the server may know more about who can do what. */
function useFailureNote(onFailure: StudioWork['onFailure']) {
  const askAgain = useEngineRefresh();
  return (work: Work, code: ErrorCode | undefined) => {
    if (code?.startsWith('provider_')) askAgain();
    onFailure?.(work);
  };
}
