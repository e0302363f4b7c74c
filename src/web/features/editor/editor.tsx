import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { LanguageName } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import type { ChosenVoice } from '#shared/voices.ts';
import { TextButton } from '../../components/button.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { useLazyParts } from '../../lib/load-chunk.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { LanguageWarning } from '../language-picker/public.ts';
import { findSpeaker, useEngineRefresh } from '../voice-samples/public.ts';
import { WorkNotices } from './bar/work-notices.tsx';
import classes from './editor.module.css';
import { findMissing, focusMissing } from './jobs/describe-state.ts';
import { TabTitle } from './jobs/tab-title.tsx';
import { useLeaveWarning } from './jobs/use-leave-warning.ts';
import { startStorage, visitorOwner } from './keep/start-storage.ts';
import { lazyScriptParts } from './lazy-script-parts.ts';
import { type Editor, getVoice } from './model/editor.ts';
import type { ChosenVideo } from './model/editor-state.ts';
import { getNarration, getText, hasTimes, isUntouched } from './model/select.ts';
import { EditorProvider, useEditor, useEditorState, useVoiceSpeakers } from './model/use-editor.tsx';
import { useOpenScript } from './script/own-script-ways.tsx';
import { useFollowWork } from './script/use-follow-work.ts';
import { ScriptPanel } from './script-panel.tsx';
import { BeginScript } from './start/begin-script.tsx';
import { reopenVideo } from './start/choose-video.ts';
import { EngineNote } from './start/engine-note.tsx';
import { lazyPreview } from './start/lazy-preview.ts';
import { NarrationForm } from './start/narration-form.tsx';
import { PromptFold } from './start/prompt-fold.tsx';
import { StatusBar, StatusLine, useStatus } from './start/status-line.tsx';
import { VideoCard } from './start/video-card.tsx';

/** What a button would work on. */
export interface WorkFacts {
  readonly work: 'look and write' | 'write' | 'speak';
  readonly videoSeconds: number | undefined;
  readonly language: LanguageName;
  readonly voice: ChosenVoice | undefined;
  readonly script: string;
  readonly isTimed: boolean;
}

interface NarrationEditorProps {
  readonly languageNames: readonly LanguageName[];
  /** What the page is for, above it; only its title stays once there is something to work on. */
  readonly introduce?: (isFolded: boolean) => ReactNode;
  /** What a person should know before adding a video, under the video. */
  readonly promise?: ReactNode;
  /** How many narrations are left, beside the button. */
  readonly allowance?: ReactNode;
  /** None is left, so that none can be begun; `allowance` says when there will be new ones. */
  readonly isUsedUp: boolean;
  readonly renderCost?: (facts: WorkFacts) => ReactNode;
  readonly onDownload?: () => void;
  readonly children?: ReactNode;
}

export function NarrationEditor({ editor, ...props }: NarrationEditorProps & { readonly editor: Editor }) {
  return (
    <EditorProvider editor={editor}>
      <Whole {...props} />
    </EditorProvider>
  );
}

function Whole(props: NarrationEditorProps) {
  const { renderCost } = props;
  const editor = useEditor();
  const video = useEditorState(state => state.video);
  const hasScript = useEditorState(
    state => state.job?.kind === 'write' || state.project.narrations.length > 0,
  );
  const isLines = useEditorState(hasTimes);
  const { language } = useEditorState(state => state.form);
  const speakers = useVoiceSpeakers();
  const scriptLanguage = useEditorState(state => getNarration(state)?.language);
  const hasSeen = useEditorState(({ project }) => project.observations.length > 0);
  const own = useOpenScript();
  const followed = useFollowWork();
  const status = useStatus();
  const whole = useRef<HTMLDivElement>(null);
  const lineId = useId();
  useLeaveWarning();
  useRefreshAfterFailure();
  useEffect(() => {
    const stopStorage = startStorage(editor, file => reopenVideo(editor, file));
    return () => {
      editor.store.getState().job?.cancel();
      stopStorage();
    };
  }, [editor]);
  useEditorKeys(whole, video !== undefined || hasScript);
  useShowWhole(whole, isLines && video !== undefined);
  useWatchedLines(isLines);
  const cost = (work: WorkFacts['work']) => renderCost && <Cost work={work} render={renderCost} />;

  return (
    <>
      <TabTitle />
      {props.introduce?.(video !== undefined || hasScript)}
      <WorkNotices languageNames={props.languageNames} />
      <div
        ref={whole}
        className={classes.editor}
        {...(video && shapeOf(video))}
        data-timed={isLines || undefined}
      >
        <section className={classes.stage} aria-label={t(studioMessages.video)}>
          <div className={classes.player}>
            <div className={classes.title}>
              <StepHeading step={1}>{t(studioMessages.video)}</StepHeading>
            </div>
            <VideoCard
              onScript={own.open}
              promise={props.promise}
              bar={<StatusBar text={status} />}
              line={<StatusLine id={lineId} text={status} />}
              controls={<PreviewArea />}
              others={<NarrationsButton />}
            />
          </div>
          <div className={classes.timeline}>
            <TimelineArea />
          </div>
        </section>
        <div className={classes.desk}>
          <PromptFold>
            <NarrationForm languageNames={props.languageNames} />
            {cost(hasSeen ? 'write' : 'look and write')}
            <WhoWorks />
          </PromptFold>
          <BeginScript
            place={followed.begin}
            lineId={lineId}
            isUsedUp={props.isUsedUp}
            allowance={props.allowance}
            lookCost={cost('look and write')}
            onBlocked={() => focusMissing(whole.current, findMissing(editor, editor.store.getState()))}
          />
          <ScriptPanel
            followed={followed}
            own={own}
            onDownload={props.onDownload}
            // Not for the selected language, which has its warning above.
            note={
              <>
                {scriptLanguage !== language && (
                  <LanguageWarning speakers={speakers} language={scriptLanguage} />
                )}
                {cost('speak')}
              </>
            }
          />
          {props.children}
        </div>
      </div>
    </>
  );
}

/** A timeline brings another layout: where that fits into the window, it is in sight as a whole. */
function useShowWhole(whole: RefObject<HTMLElement | null>, hasTimeline: boolean): void {
  useLayoutEffect(() => {
    const element = whole.current;
    if (hasTimeline && element && element.offsetHeight <= window.innerHeight)
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  }, [whole, hasTimeline]);
}

/** After a call that failed at a provider, the server may know more about who can do what. */
function useRefreshAfterFailure(): void {
  const refresh = useEffectEvent(useEngineRefresh());
  const end = useEditorState(({ lastEnd }) => lastEnd);
  useEffect(() => {
    if (end?.code?.startsWith('provider_') || end?.code === 'voice_gone') refresh();
  }, [end]);
}

/** What lines with times depend on is found out while there are any. */
function useWatchedLines(isLines: boolean): void {
  const { store } = useEditor();
  const parts = useLazyParts(lazyScriptParts, isLines);
  useEffect(() => (isLines ? parts?.watchLines(store) : undefined), [store, parts, isLines]);
}

function useEditorKeys(whole: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const { store } = useEditor();
  const parts = useLazyParts(lazyScriptParts, isWanted);
  useEffect(() => parts?.listenForKeys(store, whole), [store, whole, parts]);
}

interface CostProps {
  readonly work: WorkFacts['work'];
  readonly render: (facts: WorkFacts) => ReactNode;
}

/** A component of its own: what work costs changes with every letter. */
function Cost({ work, render }: CostProps) {
  const editor = useEditor();
  const videoSeconds = useEditorState(({ video }) => video?.facts.durationSeconds);
  const { language, style } = useEditorState(state => state.form);
  const script = useEditorState(state => {
    const narration = getNarration(state);
    return narration ? getText(narration) : '';
  });
  const scriptLanguage = useEditorState(state => getNarration(state)?.language);
  return render({
    work,
    videoSeconds,
    language: work === 'speak' ? (scriptLanguage ?? language) : language,
    voice: getVoice(editor),
    script,
    isTimed: style !== 'continuous',
  });
}

/** An upright picture leaves more room beside it. */
function shapeOf({ facts: { width, height } }: ChosenVideo) {
  const style: Record<`--${string}`, number> = { '--aspect': width / height };
  return { style, 'data-video': height > width ? 'upright' : 'wide' };
}

function TimelineArea() {
  const isLines = useEditorState(hasTimes);
  const video = useEditorState(state => state.video);
  const player = useEditorState(state => state.player);
  const isWanted = isLines && video !== undefined;
  const parts = useLazyParts(lazyScriptParts, isWanted);
  return isWanted && parts && player ? <parts.Timeline video={video} player={player} /> : null;
}

function PreviewArea() {
  const { store } = useEditor();
  const player = useEditorState(state => state.player);
  const hasTimeline = useEditorState(state => state.video !== undefined && hasTimes(state));
  const isWanted = useEditorState(({ video, sounds }) => video !== undefined || sounds.size > 0);
  const parts = useLazyParts(lazyPreview, isWanted);
  useEffect(() => parts?.connectPlayer(store), [parts, store]);
  if (!parts || !player) return null;
  return (
    <>
      <parts.PlayerControls player={player} />
      {!hasTimeline && <parts.VoiceWave player={player} />}
    </>
  );
}

function WhoWorks() {
  const voice = getVoice(useEditor());
  const { language } = useEditorState(state => state.form);
  const speakers = useVoiceSpeakers();
  const { data: config } = usePublicConfig();
  if (!config) return null;
  const speaker = speakers && findSpeaker(speakers, language);
  const { engines, operator } = config;
  return <EngineNote {...{ engines, operator, speaker, voice, language }} />;
}

/** Opens the list of the narrations in this browser and on the account, once there may be one. */
function NarrationsButton() {
  const [isOpen, setOpen] = useState(false);
  // An account may have some that this browser does not have.
  const hasAccount = useEditor().owner !== visitorOwner;
  const hasAny = useEditorState(state => hasAccount || state.keeping.hasProjects || !isUntouched(state));
  const parts = useLazyParts(lazyScriptParts, isOpen);
  if (!hasAny) return null;
  return (
    <>
      <TextButton aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t(studioMessages.yourNarrations)}
      </TextButton>
      {isOpen && parts && <parts.NarrationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
