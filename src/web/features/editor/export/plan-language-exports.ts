import { type SoundChoice, usualMix } from '#media/mix/mix-settings.ts';
import type { AudioTrackChoice } from '#media/sound/choose-sounds.ts';
import { getLanguage } from '#shared/languages.ts';
import { createMarks } from '#shared/marks/create-marks.ts';
import { joinProvenance } from '#shared/marks/provenance.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { isTimed, type Narration } from '#shared/narration/project.ts';
import { listVersions } from '#shared/narration/translations.ts';
import type { SpokenCue } from '#shared/script/cues.ts';
import type { EditorState } from '../model/editor-state.ts';
import { getSpokenLanguage } from '../model/line-states.ts';
import { getMusicOf, getProvenance, planWholeVoice, type VoicePlan } from '../model/plan-voice.ts';
import { planUnspoken } from './dapt-script.ts';
import type { JobTrack, LanguagesJob, SoundJob, VideoJob } from './export-job.ts';
import { type ExportSource, getVideoName, isDescription, listSubtitles, mark } from './export-source.ts';
import { estimateBytes } from './kinds.ts';
import { findStem } from './name-download.ts';
import { estimateJobBytes, planSigning, planSound } from './orders.ts';
import type { NarratedVideoPlan } from './plan-video.ts';

/** A narration in one of its languages. */
export interface LanguageSource extends ExportSource {
  readonly narration: Narration;
  /** Before it is spoken, as long as it will take; none where no times are known. */
  readonly cues: readonly SpokenCue[];
}

export type SpokenSource = LanguageSource & { readonly voice: VoicePlan };

export function isSpoken(source: LanguageSource): source is SpokenSource {
  return source.voice !== undefined;
}

export function listSources(state: EditorState, storeBytes: number | undefined): readonly LanguageSource[] {
  const { project, video, narrationId } = state;
  const shown = project.narrations.find(({ id }) => id === narrationId);
  if (!shown) return [];
  return listVersions(project, shown).map(narration => {
    const alone = { ...state, narrationId: narration.id };
    const language = getSpokenLanguage(narration, state);
    const voice = planWholeVoice(alone);
    const provenance = getProvenance(alone);
    const music = getMusicOf(state, narration, shown);
    const source = { project, narration, language, voice, video, provenance, music, checks: [], storeBytes };
    const isEstimated = !voice && isTimed(narration) && !narration.settings.isSpokenSubtitles;
    return { ...source, cues: isEstimated ? planUnspoken(source) : listSubtitles(source) };
  });
}

export interface LanguagesSound {
  readonly sound: SoundChoice;
  readonly audioTrack: AudioTrackChoice | undefined;
  readonly keepsOriginal: boolean;
  readonly hasSubtitles: boolean;
}

interface VideoToNarrate {
  readonly file: File;
  readonly plan: NarratedVideoPlan;
}

/** One video, which starts with the first language; those that are not spoken have only subtitles. */
export function planOneVideo(
  [first, ...others]: readonly [SpokenSource, ...LanguageSource[]],
  { file, plan }: VideoToNarrate,
  { hasSubtitles, ...sound }: LanguagesSound,
): VideoJob {
  const spoken = others.filter(isSpoken).flatMap(({ provenance }) => provenance ?? []);
  const provenance = first.provenance && joinProvenance([first.provenance, ...spoken]);
  const signing = planSigning({ provenance, storeBytes: first.storeBytes }, 'mixed');
  return {
    kind: 'video',
    video: file,
    ...sound,
    ...toTrack(first, hasSubtitles),
    voice: first.voice,
    others: others
      .map(each => ({ ...toTrack(each, hasSubtitles), voice: each.voice }))
      .filter(({ voice, subtitles }) => voice ?? subtitles.length > 0),
    marks: provenance && createMarks(provenance, 'mixed'),
    signing: plan.container === 'mp4' ? signing : undefined,
  };
}

function toTrack(
  { language, narration: { settings }, cues, music }: LanguageSource,
  hasSubtitles: boolean,
): Omit<JobTrack, 'voice'> {
  const { mix = usualMix, isSpokenSubtitles = false } = settings;
  return { language, mix, music, isSpokenSubtitles, subtitles: hasSubtitles ? cues : [] };
}

/** A zip with a folder for each language. @param planSound of a spoken one */
export function planFolders(
  sources: readonly LanguageSource[],
  planSound: (source: SpokenSource) => Making,
): LanguagesJob {
  const [first] = sources;
  return {
    kind: 'languages',
    stem: findStem(first && (getVideoName(first) ?? first.project.title)),
    project: first ? printProject(first.project) : '',
    folders: sources.map(source => ({
      language: getLanguage(source.language),
      isDescription: isDescription(source.narration),
      cues: source.cues,
      pauses: source.voice?.pauses ?? [],
      marks: mark(source, 'text'),
      making: isSpoken(source) ? planSound(source) : undefined,
    })),
  };
}

type Making = NonNullable<LanguagesJob['folders'][number]['making']>;

export function planVideoOf(video: VideoToNarrate, sound: LanguagesSound): (source: SpokenSource) => Making {
  return source => ({
    job: planOneVideo([source], video, sound),
    bytes: estimateBytes('video', source, sound.sound, sound.keepsOriginal || sound.sound === 'second'),
    ending: video.plan.container,
  });
}

export function planMp3(source: SpokenSource): Making {
  const job: SoundJob = { kind: 'mp3', voice: source.voice, ...planSound(source) };
  return { job, bytes: estimateJobBytes(job), ending: 'mp3' };
}
