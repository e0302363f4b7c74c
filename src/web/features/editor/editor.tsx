import { type RefObject, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { getLanguage } from '#shared/languages.ts';
import { t } from '#shared/messages/message.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { TextButton } from '../../components/button.tsx';
import { StepHeading } from '../../components/step-heading.tsx';
import { noteFailure } from '../../lib/failures.ts';
import { lazyParts, useLazyParts } from '../../lib/load-chunk.ts';
import { useEngineRefresh } from '../voice-samples/public.ts';
import classes from './editor.module.css';
import { TabTitle, useLeaveWarning } from './jobs/status.tsx';
import { startStorage, visitorOwner } from './keep/start-storage.ts';
import { type Editor, restoreVoice } from './model/editor.ts';
import type { ChosenVideo } from './model/editor-state.ts';
import type { NarrationEditorProps } from './model/narration-service.ts';
import { getNarration, hasScript, hasTimes, hasWorkNews, isUntouched } from './model/select.ts';
import { EditorProvider, useEditor, useEditorState } from './model/use-editor.tsx';
import { type OpenScript, OwnScriptWays, ScriptText, useOpenScript } from './script/script-text.tsx';
import { reopenVideo } from './start/choose-video.ts';
import { NarrationForm, WhoWorks } from './start/narration-form.tsx';
import { VideoCard } from './start/video-card.tsx';
import { BeginScript, Cost, GenerateAudio, getShownEnd } from './start/work-button.tsx';

const lazyNotices = lazyParts('notices', () => import('./bar/notices.tsx'));
const lazyScriptParts = lazyParts('script', () => import('./script-parts.ts'));

interface PartsProps {
  readonly parts: typeof lazyScriptParts.fetched;
}

export function NarrationEditor({ editor, ...props }: NarrationEditorProps & { readonly editor: Editor }) {
  return (
    <EditorProvider editor={editor}>
      <TabTitle />
      <EditorLayout {...props} />
    </EditorProvider>
  );
}

/**
 * Video and form at the start; with a script the workspace: a bar, the script, the player with its panels, and the timeline. What
 * stands in both keeps its place in the tree, so that neither the focus nor what plays is lost.
 */
function EditorLayout(props: NarrationEditorProps) {
  const { renderCost } = props;
  const { store } = useEditor();
  const root = useRef<HTMLDivElement>(null);
  const isWorkspace = useEditorState(hasScript);
  const video = useEditorState(state => state.video);
  const isListOpen = useEditorState(state => state.isListOpen);
  const parts = useLazyParts(lazyScriptParts, isWorkspace || video !== undefined || isListOpen);
  const own = useOpenScript();
  useWatching(root, parts);
  const lineId = useId();
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (!isWorkspace) return;
    // In a low window it scrolls as the start did.
    window.scrollTo({ top: 0, behavior: 'instant' });
    // The form that had the focus has given way.
    if (hasFocus.current && document.activeElement === document.body)
      root.current?.querySelector<HTMLElement>('[data-region="script"]')?.focus({ preventScroll: true });
  }, [isWorkspace]);
  const stage = (
    <section
      key="stage"
      className={classes.stage}
      aria-label={t(workspaceMessages.player)}
      data-region="player"
    >
      <Stage parts={parts} own={own} lineId={lineId} isWorkspace={isWorkspace} promise={props.promise} />
    </section>
  );
  const script = <Script key="script" parts={parts} own={own} isWorkspace={isWorkspace} />;
  const start = (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notes where the focus is
    <div
      key="start"
      className={classes.start}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    >
      <NarrationForm languageNames={props.languageNames} />
      <BeginScript
        lineId={lineId}
        isUsedUp={props.isUsedUp}
        allowance={props.allowance}
        renderCost={renderCost}
        root={root}
      />
      <Cost work="look and write" render={renderCost} />
      <WhoWorks />
    </div>
  );
  return (
    <>
      {props.introduce?.(isWorkspace)}
      <div
        ref={root}
        className={classes.editor}
        data-workspace={isWorkspace || undefined}
        {...(video && shapeOf(video))}
      >
        <div key="notices" className={classes.notices}>
          <WorkNotices languageNames={props.languageNames} renderCost={renderCost} />
        </div>
        {isWorkspace
          ? [
              <div key="bar" className={classes.bar}>
                {parts && <parts.EditorBar {...props} own={own} />}
              </div>,
              script,
              stage,
              <div key="panels" className={classes.panels}>
                {parts && <parts.Panels {...props} root={root} />}
              </div>,
              <TimelineRegion key="timeline" parts={parts} />,
            ]
          : [
              stage,
              start,
              script,
              <div key="after" className={classes.after}>
                {props.children}
              </div>,
            ]}
      </div>
      {isListOpen && parts && <parts.ProjectsDialog onClose={() => store.setState({ isListOpen: false })} />}
    </>
  );
}

function WorkNotices(props: Pick<NarrationEditorProps, 'languageNames' | 'renderCost'>) {
  const isBegun = useEditorState(state => state.several !== undefined || !isUntouched(state));
  const [parts, setParts] = useState(lazyNotices.fetched);
  // Before one is wanted, which may be because the server is gone; without them the work goes on.
  useEffect(() => {
    if (isBegun) lazyNotices.fetch().then(setParts, noteFailure);
  }, [isBegun]);
  return parts && isBegun ? <parts.Notices {...props} /> : null;
}

interface ScriptProps extends PartsProps {
  readonly own: OpenScript;
  readonly isWorkspace: boolean;
}

type StageProps = ScriptProps & Pick<NarrationEditorProps, 'promise'> & { readonly lineId: string };

function Stage({ parts, own, lineId, isWorkspace, promise }: StageProps) {
  const hasNews =
    useEditorState(state => (isWorkspace ? hasWorkNews(state) : getShownEnd(state)?.message !== undefined)) ||
    own.outcome !== undefined;
  return (
    <>
      {!isWorkspace && <StepHeading step={1}>{t(studioMessages.video)}</StepHeading>}
      <VideoCard
        onScript={own.open}
        isWorkspace={isWorkspace}
        promise={promise}
        lineId={lineId}
        isQuiet={hasNews}
      >
        <NarrationsButton />
      </VideoCard>
      {isWorkspace && parts && (
        <>
          <parts.WorkNews own={own} />
          <parts.LanguageNews />
          <parts.FoundRoles />
        </>
      )}
    </>
  );
}

function NarrationsButton() {
  const { owner, store } = useEditor();
  // An account may have some that this browser does not have.
  const hasAccount = owner !== visitorOwner;
  const hasAny = useEditorState(state => hasAccount || state.keeping.hasProjects || !isUntouched(state));
  if (!hasAny) return null;
  return (
    <TextButton aria-haspopup="dialog" onClick={() => store.setState({ isListOpen: true })}>
      {t(studioMessages.yourNarrations)}
    </TextButton>
  );
}

function Script({ parts, own, isWorkspace }: ScriptProps) {
  const languageName = useEditorState(state => getNarration(state)?.language);
  const isLines = useEditorState(hasTimes);
  const heading = useId();
  return (
    <section className={classes.script} aria-labelledby={heading} data-region="script" tabIndex={-1}>
      <h2 id={heading} className={isWorkspace ? 'visually-hidden' : classes.heading}>
        {t(studioMessages.script)}
      </h2>
      {isWorkspace && parts && <parts.ScriptHead own={own} />}
      {isLines && parts ? (
        <parts.LineList />
      ) : (
        <ScriptText languageCode={languageName && getLanguage(languageName).code} onPaste={own.paste} />
      )}
      {!isWorkspace && (
        <>
          <GenerateAudio />
          <OwnScriptWays own={own} />
        </>
      )}
      {!isWorkspace && parts && <parts.TranscriptFold />}
    </section>
  );
}

function TimelineRegion({ parts }: PartsProps) {
  const isLines = useEditorState(hasTimes);
  const video = useEditorState(state => state.video);
  const player = useEditorState(state => state.player);
  return (
    <div className={classes.timeline}>
      {isLines && video && parts && player && <parts.Timeline video={video} player={player} />}
    </div>
  );
}

function shapeOf({ facts: { width, height } }: ChosenVideo) {
  const style: Record<`--${string}`, number> = { '--aspect': width / height };
  return { style, 'data-video': height > width ? 'upright' : 'wide' };
}

function useWatching(root: RefObject<HTMLElement | null>, parts: PartsProps['parts']): void {
  const editor = useEditor();
  const { store } = editor;
  const isLines = useEditorState(hasTimes);
  const end = useEditorState(({ lastEnd }) => lastEnd);
  const refresh = useEffectEvent(useEngineRefresh());
  useLeaveWarning();
  useEffect(() => {
    store.setState({ isShown: true });
    restoreVoice(editor);
    startStorage(editor, file => reopenVideo(editor, file));
    return () => {
      store.getState().job?.cancel();
      // An AI may be connected meanwhile.
      store.setState({ isShown: false, isListOpen: false, lastEnd: undefined, progress: 0 });
    };
  }, [editor, store]);
  useEffect(() => {
    // A call has failed at a provider: the server may know more about who can do what.
    if (end?.code?.startsWith('provider_') || end?.code === 'voice_gone') refresh();
  }, [end]);
  useEffect(() => parts?.listenForKeys(store, root), [store, root, parts]);
  useEffect(() => (isLines ? parts?.watchLines(store) : undefined), [store, parts, isLines]);
  useEffect(() => parts?.watchVideo(editor), [editor, parts]);
}
