import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { Allowance } from '#shared/api/account.ts';
import { framesPerVideo } from '#shared/defaults.ts';
import { failsAgain } from '#shared/errors.ts';
import { freeLanguageNames } from '#shared/languages.ts';
import { freePageMessages as messages } from '#shared/messages/free-page.ts';
import { t } from '#shared/messages/message.ts';
import { pageMessages } from '#shared/messages/page.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { workspaceMessages } from '#shared/messages/workspace.ts';
import { TextButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureNotice, Notice } from '../../components/notice.tsx';
import { callServer, postJson } from '../../lib/call-server.ts';
import { describeFailure } from '../../lib/failures.ts';
import { loadChunk, useLazyParts } from '../../lib/load-chunk.ts';
import { publicConfigQuery, usePublicConfig } from '../../lib/public-config.ts';
import type { ReportCount } from '../../lib/upload-form.ts';
import {
  askForLogin,
  getDashboardPath,
  isAccountDeleted,
  readLoginRequest,
  useSession,
} from '../accounts/public.ts';
import {
  createSharedCalls,
  hasScript,
  isUsedUp,
  type JobKind,
  NarrationEditor,
  type NarrationService,
  NarrationsLeft,
  NoAi,
  openEditor,
  type PageEntry,
  useStateOf,
  visitorOwner,
} from '../editor/public.ts';
import { useSpeakers, VoiceSamples } from '../voice-samples/public.ts';
import { FeedbackForm, lazyFeedbackFields } from './feedback-form.tsx';
import classes from './free-page.module.css';
import { PrivacyNotice, showPrivacy } from './privacy-notice.tsx';

/** For visitors. Nothing is shown until the session is known: by the server, which sends HTML only without one, or by its answer. */
export function HomePage() {
  const { data: me, isPending } = useSession();
  const { state }: { state: unknown } = useLocation();
  const [wasVisitor, setWasVisitor] = useState(false);
  if (!isPending && !me && !wasVisitor) setWasVisitor(true);
  return (
    <>
      <title>{t(messages.title)}</title>
      {isAccountDeleted(state) && !me && (
        <Notice tone="plain">
          <p role="status">{t(messages.accountDeleted)}</p>
        </Notice>
      )}
      {/* A visitor who signs in during work is asked before leaving. */}
      {wasVisitor && <FreePage />}
      {me && <Navigate to={readLoginRequest(state)?.returnTo ?? getDashboardPath(me)} replace />}
    </>
  );
}

function FreePage() {
  const { data: config, error, refetch } = usePublicConfig();
  const { service, allowance } = useFreeNarrations();
  const queryClient = useQueryClient();
  const [editor] = useState(() =>
    openEditor({
      owner: visitorOwner,
      service,
      getConfig: () => queryClient.getQueryData(publicConfigQuery.queryKey),
      getPlans: () => ['standard'],
      onFailure: alertFailure,
    }),
  );
  const { language, voice, style } = useStateOf(editor, state => state.form);
  const sentFrames =
    style === 'continuous'
      ? t(messages.sentFrames, { count: framesPerVideo })
      : t(messages.sentUpTo, { count: config?.maxTimedFrames ?? framesPerVideo });
  const isWorkspace = useStateOf(editor, hasScript);
  const [opened, setOpened] = useState<Section>();
  const speakers = useSpeakers(voice, 'standard');
  const privacy = useRef<HTMLDetailsElement>(null);
  const privacyNotice = (
    <PrivacyNotice sentFrames={sentFrames} config={config} speakers={speakers} details={privacy} />
  );
  return (
    <>
      {error && !config && (
        <div className="apart">
          <FailureNotice error={error} onRetry={refetch} />
        </div>
      )}
      <NarrationEditor
        editor={editor}
        languageNames={freeLanguageNames}
        introduce={isFolded => (
          // Its place is for the work then; who hears the page still hears where they are.
          <div className={isFolded ? 'visually-hidden' : classes.hero}>
            <h1>{t(messages.heading)}</h1>
            {!isFolded && <p className="soft">{t(messages.intro, { count: freeLanguageNames.length })}</p>}
            {!isFolded && <NoAi />}
          </div>
        )}
        promise={
          <p className="flat soft">
            {t(messages.promise)}{' '}
            <TextButton onClick={() => showPrivacy(privacy.current)}>{t(messages.privacy)}</TextButton>
          </p>
        }
        allowance={<NarrationsLeft narrations={allowance} message={messages.narrationsLeft} />}
        isUsedUp={isUsedUp(allowance)}
        menu={useFreeMenu(setOpened)}
      >
        <FeedbackForm />
      </NarrationEditor>
      {!isWorkspace && (
        <div className={classes.more}>
          <VoiceSamples language={language} />
          {privacyNotice}
        </div>
      )}
      {opened && (
        <Dialog title={t(sectionTitles[opened])} onClose={() => setOpened(undefined)}>
          {opened === 'voices' && <VoiceSamples language={language} />}
          {opened === 'feedback' && <Feedback />}
          {opened === 'privacy' && privacyNotice}
        </Dialog>
      )}
    </>
  );
}

type Section = 'voices' | 'feedback' | 'privacy';

const sectionTitles = {
  voices: voicesMessages.samples,
  feedback: pageMessages.giveFeedback,
  privacy: messages.privacy,
} as const;

/** Beside a script there is no room for the sections of the page: they open from the menu. */
function useFreeMenu(open: (section: Section) => void): readonly PageEntry[] {
  const navigate = useNavigate();
  return [
    { label: t(pageMessages.signIn), onChoose: () => void navigate('.', { state: askForLogin() }) },
    { label: t(pageMessages.plans), to: '/premium' },
    { label: t(workspaceMessages.listenToVoices), onChoose: () => open('voices') },
    { label: t(workspaceMessages.feedback), onChoose: () => open('feedback') },
    { label: t(workspaceMessages.privacy), onChoose: () => open('privacy') },
    { label: t(pageMessages.contact), to: '/contact' },
  ];
}

function Feedback() {
  const parts = useLazyParts(lazyFeedbackFields, true);
  return parts ? <parts.FeedbackFields /> : <p aria-live="polite">{t(pageMessages.loading)}</p>;
}

/** Alerts that work failed, in the specification's words, the reason being on the page; or the reason alone where it would fail again. */
export function alertFailure(kind: JobKind, error?: unknown): void {
  const isSpeech = kind === 'speak' || kind === 'fit';
  const failed = t(isSpeech ? messages.audioFailed : messages.narrationFailed);
  window.alert(failsAgain(error) ? describeFailure(error) : failed);
}

const allowanceQuery = queryOptions({
  queryKey: ['free-allowance'],
  queryFn: async ({ signal }): Promise<Allowance> => {
    const [response, { allowanceSchema }] = await Promise.all([
      callServer('/api/free/allowance', { signal }),
      loadChunk('answers', () => import('#shared/api/account.ts')),
    ]);
    return allowanceSchema.parse(await response.json());
  },
  // Another tab, or another user of the same address, may have used some; and a new day may have begun.
  refetchOnWindowFocus: 'always',
});

function useFreeNarrations() {
  const queryClient = useQueryClient();
  const { data } = useQuery(allowanceQuery);
  const [service] = useState(() => createFreeNarrationService(queryClient));
  return { service, allowance: data };
}

function createFreeNarrationService(queryClient: QueryClient): NarrationService {
  const { queryKey } = allowanceQuery;
  const calls = createSharedCalls('/api/free');
  return {
    ...calls,
    async prepare() {
      await loadFreeScript();
    },

    async createScript(order, report) {
      const noteCount: ReportCount = left =>
        queryClient.setQueryData(queryKey, known => known && { ...known, ...left });
      try {
        const { createFreeScript } = await loadFreeScript();
        return await createFreeScript(order, report, noteCount);
      } finally {
        // What gave nothing is not counted, what was written from earlier pictures is. If this fails, the number stays until the next one.
        void queryClient.invalidateQueries({ queryKey });
      }
    },

    createAudio: calls.createAudio('/api/free/speech', ({ signal, ...order }, headers) =>
      postJson('/api/free/speech', order, { signal, headers }),
    ),
  };
}

const loadFreeScript = () => loadChunk('narration', () => import('./create-free-script.ts'));
