import { useMemo } from 'react';
import { describeList } from '#shared/describe-values.ts';
import { getLanguage } from '#shared/languages.ts';
import { credentialMessages } from '#shared/messages/credentials.ts';
import { exportDialogMessages as messages } from '#shared/messages/export.ts';
import { t } from '#shared/messages/message.ts';
import type { PicturePause } from '#shared/script/cues.ts';
import { Checkbox } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { Select } from '../../../components/select.tsx';
import { formatBytes } from '../../../lib/format.ts';
import { useEditor, useEditorState } from '../model/use-editor.tsx';
import classes from './export-dialog.module.css';
import type { ExportJob } from './export-job.ts';
import { type ExportProps, FormatChoice, SaveButton } from './file-export.tsx';
import { getFormat } from './formats.ts';
import { type ExportChoices, estimateBytes, type Kind } from './kinds.ts';
import { nameLanguages } from './name-download.ts';
import {
  isSpoken,
  type LanguageSource,
  listSources,
  planFolders,
  planMp3,
  planOneVideo,
  planVideoOf,
  type SpokenSource,
} from './plan-language-exports.ts';
import { SoundChoices } from './sound-choices.tsx';
import { useVideoPlan } from './use-video-plan.ts';
import { chooseVideoSound } from './video-options.tsx';

export function LanguagesExport({ kind, ...props }: ExportProps & { readonly kind: Kind }) {
  const { choices, onChoose, source } = props;
  const sources = useSources(source.storeBytes);
  const chosen = choices.formats.languages;
  const format = kind.formats.find(each => each === chosen) ?? kind.formats[0];
  const spoken = sources.filter(isSpoken);
  const [first] = spoken;
  const file = source.video?.file;
  const shared = { ...props, sources, spoken };
  return (
    <>
      <FormatChoice
        formats={kind.formats}
        chosen={format ?? 'languagesSounds'}
        onChoose={picked => onChoose({ ...choices, formats: { ...choices.formats, languages: picked } })}
      />
      {!first && <Notice tone="plain">{t(messages.needsAudio)}</Notice>}
      {first && (!file || format === 'languagesSounds') && <Sounds {...shared} />}
      {first && file && format !== 'languagesSounds' && (
        <Videos {...shared} file={file} first={first} isOne={format === 'languagesVideo'} />
      )}
    </>
  );
}

/**
 * Planned anew with what it is made of, and nothing else: the selectors keep the plan of one narration, so with each planning here the
 * one that is shown becomes another object.
 */
function useSources(storeBytes: number | undefined): readonly LanguageSource[] {
  const { store } = useEditor();
  const of = [
    useEditorState(state => state.project),
    useEditorState(state => state.sounds),
    useEditorState(state => state.video),
    useEditorState(state => state.heard),
  ];
  return useMemo(() => listSources(store.getState(), storeBytes), [store, storeBytes, ...of]);
}

interface LanguagesProps extends ExportProps {
  readonly sources: readonly LanguageSource[];
  readonly spoken: readonly SpokenSource[];
}

function Sounds({ sources, ...props }: LanguagesProps) {
  return (
    <SaveLanguages
      {...props}
      unspoken={describeUnspoken(sources, true)}
      format="languagesSounds"
      ending="zip"
      plan={() => planFolders(sources, planMp3)}
    />
  );
}

interface VideosProps extends LanguagesProps {
  readonly file: File;
  readonly first: SpokenSource;
  /** One video with all languages; otherwise one for each. */
  readonly isOne: boolean;
}

const noPauses: readonly PicturePause[] = [];

function Videos({ sources, file, first: usual, isOne, ...props }: VideosProps) {
  const { spoken, choices, onChoose } = props;
  const first = spoken.find(({ narration }) => narration.id === choices.firstId) ?? usual;
  const pauses = spoken.find(({ voice }) => voice.pauses.length > 0)?.voice.pauses ?? noPauses;
  const keepsOriginal = isOne && choices.keepsOriginal === true;
  const audioTrack = choices.track?.of === file ? choices.track.choice : undefined;
  // Where the original is kept, a second track is no other choice.
  const wanted = isOne && choices.sound === 'second' ? undefined : choices.sound;
  const { plan, problem } = useVideoPlan(file, { sound: wanted, keepsOriginal, audioTrack, pauses });
  if (problem) return <Notice tone="problem">{problem}</Notice>;
  if (!plan) return <p className={classes.note}>{t(messages.checking)}</p>;
  const offered = plan.choices.filter(choice => !isOne || choice !== 'second');
  const { sound } = chooseVideoSound({ ...plan, choices: offered }, first.narration, wanted);
  const canKeep = isOne && plan.choices.includes('second');
  const { hasSubtitles } = choices;
  const chosen = { sound, audioTrack, keepsOriginal: keepsOriginal && canKeep, hasSubtitles };
  const others = sources.filter(each => each !== first);
  const choose = (changed: Partial<ExportChoices>) => onChoose({ ...choices, ...changed });
  const unsigned = first.storeBytes && plan.container !== 'mp4' && t(credentialMessages.notPossible);
  return (
    <>
      {plan.notice && <Notice tone="plain">{plan.notice}</Notice>}
      {isOne && <FirstLanguage {...{ spoken, first }} onChoose={firstId => choose({ firstId })} />}
      <SoundChoices
        choices={offered}
        chosen={sound}
        isSpokenSubtitles={first.narration.settings.isSpokenSubtitles === true}
        onChoose={picked => choose({ sound: picked })}
      />
      {canKeep && (
        <Checkbox
          label={t(messages.keepOriginal)}
          checked={keepsOriginal}
          onChange={isKept => choose({ keepsOriginal: isKept })}
        />
      )}
      <Checkbox
        label={t(messages.includeSubtitles)}
        checked={hasSubtitles}
        onChange={has => choose({ hasSubtitles: has })}
      />
      <SaveLanguages
        {...props}
        unspoken={describeUnspoken(sources, !isOne || hasSubtitles)}
        notes={[t(messages.staysLocal), plan.omitted, unsigned]}
        omitted={plan.omitted}
        format={isOne ? 'languagesVideo' : 'languagesVideos'}
        ending={isOne ? plan.container : 'zip'}
        mimeType={isOne ? plan.mimeType : undefined}
        plan={() =>
          isOne
            ? planOneVideo([first, ...others], { file, plan }, chosen)
            : planFolders(sources, planVideoOf({ file, plan }, chosen))
        }
      />
    </>
  );
}

interface FirstLanguageProps extends Pick<LanguagesProps, 'spoken'> {
  readonly first: SpokenSource;
  readonly onChoose: (narrationId: string) => void;
}

function FirstLanguage({ spoken, first, onChoose }: FirstLanguageProps) {
  return (
    <Select label={t(messages.defaultLanguage)} value={first.narration.id} onChoose={onChoose}>
      {spoken.map(({ narration, language }) => (
        <option key={narration.id} value={narration.id} lang={getLanguage(language).code}>
          {getLanguage(language).nativeName}
        </option>
      ))}
    </Select>
  );
}

/** What becomes of languages that are not completely spoken. @param hasSubtitles subtitles are written */
function describeUnspoken(sources: readonly LanguageSource[], hasSubtitles: boolean): readonly string[] {
  const unspoken = sources.filter(source => !isSpoken(source));
  const subtitled = unspoken.filter(({ cues }) => hasSubtitles && cues.length > 0);
  const leftOut = unspoken.filter(source => !subtitled.includes(source));
  const describe = (message: typeof messages.unspokenLeftOut, all: readonly LanguageSource[]) =>
    all.length === 0
      ? []
      : [t(message, { count: all.length, languages: describeList(all.map(({ language }) => language)) })];
  return [...describe(messages.unspokenSubtitles, subtitled), ...describe(messages.unspokenLeftOut, leftOut)];
}

interface SaveLanguagesProps extends Omit<LanguagesProps, 'sources'> {
  readonly unspoken: readonly string[];
  readonly notes?: readonly (string | number | false | undefined)[];
  readonly omitted?: string | undefined;
  readonly format: 'languagesVideo' | 'languagesVideos' | 'languagesSounds';
  readonly ending: string;
  /** That of the format if left out. */
  readonly mimeType?: string | undefined;
  readonly plan: () => ExportJob;
}

function SaveLanguages(props: SaveLanguagesProps) {
  const { source, exporter, unspoken, notes = [], omitted, format, ending, plan, onDownload } = props;
  const name = nameLanguages(source, ending);
  const bytes = estimateBytes(format, source);
  const mimeType = props.mimeType ?? getFormat(format).mimeType;
  const asksPlace = format !== 'languagesSounds';
  const save = () =>
    exporter.make(
      { job: plan(), heard: source.voice, wanted: { name, mimeType, bytes, asksPlace }, omitted },
      onDownload,
    );
  const file = t(messages.file, { name, size: formatBytes(bytes) });
  return (
    <>
      {unspoken.length > 0 && <Notice tone="plain">{unspoken.join(' ')}</Notice>}
      <SaveButton
        begin={props.begin}
        isMaking={props.isMaking}
        file={[file, ...notes].filter(Boolean).join(' ')}
        onSave={save}
      />
    </>
  );
}
