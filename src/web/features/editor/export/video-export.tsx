import { createContext, use, useEffect, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import type { NarratedVideoPlan } from '#media/browser/plan-video.ts';
import { type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { PlanRequest } from '#media/mix/plan-narrated-video.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { describeList } from '#shared/describe-values.ts';
import { getLanguage } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { joinProvenance } from '#shared/marks/provenance.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import { printProject } from '#shared/narration/open-project.ts';
import type { Narration } from '#shared/narration/project.ts';
import { listVersions } from '#shared/narration/translations.ts';
import type { PicturePause, SpokenCue } from '#shared/script/cues.ts';
import { writeDescriptions, writeVtt } from '#shared/script/write-subtitles.ts';
import { Button } from '../../../components/button.tsx';
import { Checkbox, Select } from '../../../components/field.tsx';
import { Fold } from '../../../components/fold.tsx';
import { Notice } from '../../../components/notice.tsx';
import { describeFailure } from '../../../lib/failures.ts';
import { formatBytes, formatDuration } from '../../../lib/format.ts';
import { loadChunk } from '../../../lib/load-chunk.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getMusicOf, type VoicePlan } from '../model/plan-voice.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import {
  estimateJobBytes,
  type JobTrack,
  type LanguagesJob,
  planSigning,
  planSound,
  type SoundJob,
  type VideoJob,
} from './export-job.ts';
import { type ExportOrder, useExporter, useExporterState, useIsMaking } from './exporter.ts';
import {
  type ExportSource,
  estimateVideoBytes,
  findStem,
  getVideoName,
  isDescription,
  listSubtitles,
  mark,
  nameFile,
  toExportSource,
} from './formats.ts';
import { SoundChoices, VideoSoundFields } from './sound-fields.tsx';

export interface LanguageSource extends ExportSource {
  readonly narration: Narration;
  /** Before it is spoken, as long as it will take; none where no times are known. */
  readonly cues: readonly SpokenCue[];
}

type SpokenSource = LanguageSource & { readonly voice: VoicePlan };

export const isSpoken = (source: LanguageSource): source is SpokenSource => source.voice !== undefined;

export function listSources(state: EditorState, storeBytes: number | undefined): readonly LanguageSource[] {
  const { project, narrationId } = state;
  const shown = project.narrations.find(({ id }) => id === narrationId);
  if (!shown) return [];
  return listVersions(project, shown).map(narration => {
    const source = {
      ...toExportSource({ ...state, narrationId: narration.id }, storeBytes),
      narration,
      music: getMusicOf(state, narration, shown),
    };
    return { ...source, cues: listSubtitles(source) };
  });
}

interface LanguagesSound {
  readonly sound: SoundChoice;
  readonly audioTrack: AudioTrackChoice | undefined;
  readonly keepsOriginal: boolean;
  readonly hasSubtitles: boolean;
}

type Making = NonNullable<LanguagesJob['folders'][number]['making']>;

export function planTracks(
  [first, ...others]: readonly [SpokenSource, ...LanguageSource[]],
  { file, plan: { container } }: { file: File; plan: Pick<NarratedVideoPlan, 'container'> },
  { hasSubtitles, ...sound }: LanguagesSound,
): Making & { readonly job: VideoJob } {
  const spoken = others.filter(isSpoken);
  const all = spoken.flatMap(({ provenance }) => provenance ?? []);
  const provenance = first.provenance && joinProvenance([first.provenance, ...all]);
  const { storeBytes } = first;
  const toTrack = ({ language, narration, cues, music }: LanguageSource): Omit<JobTrack, 'voice'> => {
    const { mix = usualMix, isSpokenSubtitles = false } = narration.settings;
    return { language, mix, music, isSpokenSubtitles, subtitles: hasSubtitles ? cues : [] };
  };
  const job: VideoJob = {
    kind: 'video',
    video: file,
    ...sound,
    ...toTrack(first),
    voice: first.voice,
    others: others
      .map(each => ({ ...toTrack(each), voice: each.voice }))
      .filter(({ voice, subtitles }) => voice ?? subtitles.length > 0),
    marks: provenance && createMarks(provenance, 'mixed'),
    signing: container === 'mp4' ? planSigning({ provenance, storeBytes }, 'mixed') : undefined,
  };
  const keepsOriginal = sound.keepsOriginal || sound.sound === 'second';
  const bytes = estimateVideoBytes(first, sound.sound, { keepsOriginal, count: 1 + spoken.length });
  return { job, bytes, ending: container };
}

/** A zip with a folder for each language. @param plan what is made of a spoken one */
function planFolders(sources: readonly LanguageSource[], plan: (source: SpokenSource) => Making) {
  const [first] = sources;
  const folders = sources.map(source => ({
    language: getLanguage(source.language),
    isDescription: isDescription(source.narration),
    cues: source.cues,
    pauses: source.voice?.pauses ?? [],
    marks: mark(source, 'text'),
    making: isSpoken(source) ? plan(source) : undefined,
  }));
  const job: LanguagesJob = {
    kind: 'languages',
    stem: findStem(first && (getVideoName(first) ?? first.project.title)),
    project: first ? printProject(first.project) : '',
    folders,
  };
  return { job, bytes: folders.reduce((sum, { making }) => sum + (making?.bytes ?? 0), 0) };
}

export const planSounds = (sources: readonly LanguageSource[]) =>
  planFolders(sources, source => {
    const job: SoundJob = { kind: 'mp3', voice: source.voice, ...planSound(source) };
    return { job, bytes: estimateJobBytes(job), ending: 'mp3' };
  });

/**
 * The narration that is shown, or all its languages: those are planned anew with what they are made of, and nothing else, because the
 * selectors keep the plan of one narration, so with each planning here the one that is shown becomes another object.
 */
function useSources(source: ExportSource, isAll: boolean): readonly LanguageSource[] {
  const { store } = useEditor();
  const { narration, storeBytes } = source;
  const of = [
    useEditorState(state => state.project),
    useEditorState(state => state.sounds),
    useEditorState(state => state.video),
    useEditorState(state => state.heard),
  ];
  const all = useMemo(
    () => (isAll ? listSources(store.getState(), storeBytes) : undefined),
    [isAll, store, storeBytes, ...of],
  );
  return all ?? (narration ? [{ ...source, narration, cues: listSubtitles(source) }] : []);
}

export function LanguageSoundsForm({ source }: { readonly source: ExportSource }) {
  const exporter = useExporter();
  const sources = useSources(source, true);
  const { job, bytes } = planSounds(sources);
  if (!sources.some(isSpoken)) return <Notice tone="plain">{t(messages.needsAudio)}</Notice>;
  const name = nameFile('languagesSounds', source);
  const file = t(messages.file, { name, size: formatBytes(bytes) });
  return (
    <>
      <UnspokenNotice sources={sources} hasSubtitles />
      <SaveFoot file={file} onSave={() => exporter.make({ job, wanted: { name, bytes } })} />
    </>
  );
}

/** What becomes of languages that are not completely spoken. @param hasSubtitles subtitles are written */
type UnspokenNoticeProps = Pick<LanguagesSound, 'hasSubtitles'> & {
  readonly sources: readonly LanguageSource[];
};

function UnspokenNotice({ sources, hasSubtitles }: UnspokenNoticeProps) {
  const unspoken = sources.filter(source => !isSpoken(source));
  const byEnd = Map.groupBy(unspoken, ({ cues }) =>
    hasSubtitles && cues.length > 0 ? messages.unspokenSubtitles : messages.unspokenLeftOut,
  );
  const texts = [...byEnd].map(([message, all]) => {
    const languages = describeList(all.map(({ language }) => language));
    return t(message, { count: all.length, languages });
  });
  return texts.length > 0 && <Notice tone="plain">{texts.join(' ')}</Notice>;
}

interface VideoFormProps {
  readonly source: ExportSource;
  readonly format: 'video' | 'languagesVideo' | 'languagesVideos';
}

const noPauses: readonly PicturePause[] = [];

export function VideoForm({ source, format }: VideoFormProps) {
  const sources = useSources(source, format !== 'video');
  const exporter = useExporter();
  const choices = useExporterState(state => state.choices);
  const file = source.video?.file;
  const spoken = sources.filter(isSpoken);
  const first = spoken.find(({ narration }) => narration.id === choices.firstId) ?? spoken[0];
  const isAlone = format === 'video';
  const isOne = format === 'languagesVideo';
  const isZip = format === 'languagesVideos';
  const { isSpokenSubtitles = false } = first?.narration.settings ?? {};
  const pauses = spoken.find(({ voice }) => voice.pauses.length > 0)?.voice.pauses ?? noPauses;
  const keepsOriginal = isOne && choices.keepsOriginal === true;
  const audioTrack = choices.track && choices.track.of === file ? choices.track.choice : undefined;
  // Viewers choose spoken subtitles as they choose subtitles.
  const chosen = choices.sound ?? (isAlone && isSpokenSubtitles ? 'second' : undefined);
  // Where the original is kept, a second track is no other choice.
  const wanted = isOne && chosen === 'second' ? undefined : chosen;
  const { plan, problem } = useVideoPlan(file, { sound: wanted, keepsOriginal, audioTrack, pauses });
  if (!first || !file) return <Notice tone="plain">{t(messages.needsAudio)}</Notice>;
  if (problem) return <Notice tone="problem">{problem}</Notice>;
  if (!plan) return <p className="flat soft small">{t(messages.checking)}</p>;
  const offered = plan.choices.filter(choice => !isOne || choice !== 'second');
  const sound = offered.find(choice => choice === wanted) ?? offered[0] ?? 'voice';
  const canKeep = isOne && plan.choices.includes('second');
  const { hasSubtitles } = choices;
  const made = { sound, audioTrack, keepsOriginal: keepsOriginal && canKeep, hasSubtitles };
  const video = { file, plan };
  const { job, bytes } = isZip
    ? planFolders(sources, each => planTracks([each], video, made))
    : planTracks([first, ...sources.filter(each => each !== first)], video, made);
  const name = nameFile(format, source, isZip ? 'zip' : plan.container);
  const { omitted } = plan;
  const companion = isAlone && hasSubtitles ? makeCompanion(first, name) : undefined;
  const save = () => exporter.make({ job, wanted: { name, bytes, asksPlace: true }, omitted, companion });
  const facts = { name, duration: formatDuration(first.voice.durationSeconds), size: formatBytes(bytes) };
  const unsigned = first.storeBytes && plan.container !== 'mp4' && t(credentialMessages.notPossible);
  const told = t(isAlone ? messages.timedFile : messages.file, facts);
  const notes = [told, t(messages.staysLocal), omitted, unsigned].filter(Boolean);
  return (
    <>
      {plan.notice && <Notice tone="plain">{plan.notice}</Notice>}
      <UnspokenNotice sources={sources} hasSubtitles={!isOne || hasSubtitles} />
      {(!isAlone || first.cues.length > 0) && (
        <Checkbox
          label={t(messages.includeSubtitles)}
          checked={hasSubtitles}
          onChange={has => exporter.choose({ hasSubtitles: has })}
        />
      )}
      <Fold title={t(messages.options)}>
        <div className="stack">
          {isOne && <FirstLanguage spoken={spoken} first={first} />}
          <SoundChoices choices={offered} chosen={sound} isSpokenSubtitles={isSpokenSubtitles} />
          {canKeep && (
            <Checkbox
              label={t(messages.keepOriginal)}
              checked={keepsOriginal}
              onChange={isKept => exporter.choose({ keepsOriginal: isKept })}
            />
          )}
          {isAlone && (
            <VideoSoundFields source={first} file={file} plan={plan} sound={sound} track={audioTrack} />
          )}
        </div>
      </Fold>
      <SaveFoot file={notes.join(' ')} onSave={save} />
    </>
  );
}

type FirstLanguageProps = { readonly spoken: readonly SpokenSource[]; readonly first: SpokenSource };

function FirstLanguage({ spoken, first }: FirstLanguageProps) {
  const exporter = useExporter();
  return (
    <Select
      label={t(messages.defaultLanguage)}
      value={first.narration.id}
      options={spoken.map(({ narration, language }) => {
        const { code, nativeName } = getLanguage(language);
        return { value: narration.id, label: nativeName, lang: code };
      })}
      onChoose={firstId => exporter.choose({ firstId })}
    />
  );
}

function useVideoPlan(video: File | undefined, { sound, keepsOriginal, audioTrack, pauses }: PlanRequest) {
  const [planned, setPlanned] = useState<{ plan?: NarratedVideoPlan; problem?: string }>({});
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    if (!video) return;
    loadChunk('video plan', () => import('#media/browser/plan-video.ts'))
      .then(({ planVideo }) => planVideo(video, { sound, keepsOriginal, audioTrack, pauses }, signal))
      .then(
        plan => signal.aborted || setPlanned({ plan }),
        error => signal.aborted || setPlanned({ problem: describeFailure(error) }),
      );
    return () => leaving.abort();
  }, [video, sound, keepsOriginal, audioTrack, pauses]);
  return planned;
}

/** The subtitles as a file with the name of the video, so that players find them beside it; at its times, too, where it pauses. */
function makeCompanion(source: SpokenSource, videoName: string): ExportOrder['companion'] {
  const { cues, pauses, described } = source.voice;
  const write = described && pauses.length === 0 ? writeDescriptions : writeVtt;
  const text = write(cues, getLanguage(source.language), mark(source, 'text'));
  return {
    label: t(described ? messages.saveDescriptions : messages.saveSubtitles),
    name: videoName.replace(/\.[^.]*$/u, '.vtt'),
    file: new Blob([text], { type: 'text/vtt;charset=utf-8' }),
  };
}

export const Foot = createContext<Element | null>(null);

/** Says what the choice becomes, and makes it. @param file name and size */
export function SaveFoot({ file, onSave }: { readonly file: string; readonly onSave: () => void }) {
  const foot = use(Foot);
  const isMaking = useIsMaking();
  const content = (
    <>
      <p className="flat soft small anywhere">{file}</p>
      <Button isBusy={isMaking} onClick={onSave}>
        {t(messages.save)}
      </Button>
    </>
  );
  return foot && createPortal(content, foot);
}
