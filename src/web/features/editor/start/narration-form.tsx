import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ConfigAnswer } from '#shared/api/config.ts';
import { descriptionDetails } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import { maxPromptCharacters } from '#shared/limits.ts';
import { detailMessages } from '#shared/messages/detail.ts';
import { engineNoteMessages as engineMessages } from '#shared/messages/engine-note.ts';
import { type Message, t } from '#shared/messages/message.ts';
import { promptExampleMessages as examples } from '#shared/messages/prompt-examples.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { getDescriptionKind, type NarrationStyle } from '#shared/narration/project.ts';
import { type ChosenVoice, getVoiceName, getVoicePlan } from '#shared/voices.ts';
import { PlainButton, TextButton } from '../../../components/button.tsx';
import { useIsNarrow } from '../../../components/drawer.tsx';
import { AutoDirectionTextarea, Checkbox, RadioGroup } from '../../../components/field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { StepHeading } from '../../../components/step-heading.tsx';
import { useRovingIndex } from '../../../lib/focus.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { LanguagePicker, LanguageWarning } from '../../language-picker/public.ts';
import { VoicePicker } from '../../voice-picker/public.ts';
import { findSpeaker, type Speaker, useSpeakers } from '../../voice-samples/public.ts';
import { describeSource, describeWhereSoundGoes, keepConsent, mayHear } from '../jobs/jobs.ts';
import { run } from '../model/change-document.ts';
import { chooseVoice, getVoice, isOffered } from '../model/editor.ts';
import { changeForm, type EditorStore, type Form } from '../model/editor-state.ts';
import { getNarration, hasScript, isWriting } from '../model/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import { SetupLink, useCanSetUp } from './connect-ai.tsx';
import classes from './narration-form.module.css';

interface ChoiceProps {
  readonly form: Form;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<Form>) => void;
}

/** The brief: what is made, the prompt, the language, the style. In the workspace the voice stands in its bar, where that has room. */
export function NarrationForm({ languageNames }: { readonly languageNames: readonly LanguageName[] }) {
  const { store } = useEditor();
  const form = useEditorState(state => state.form);
  const isFixed = useEditorState(isWriting);
  const isWorkspace = useEditorState(hasScript);
  const isNarrow = useIsNarrow();
  return (
    <div className={classes.form}>
      <FormFields
        form={form}
        languageNames={languageNames}
        disabled={isFixed}
        areSteps={!isWorkspace}
        voice={(!isWorkspace || isNarrow) && <VoiceField />}
        onChange={changes => {
          changeForm(store, changes);
          followStyle(store, form, changes);
        }}
      />
      <SoundChoice disabled={isFixed} />
    </div>
  );
}

interface FormFieldsProps extends ChoiceProps {
  readonly languageNames: readonly LanguageName[];
  readonly areSteps: boolean;
  readonly voice: ReactNode;
}

export function FormFields({ languageNames, areSteps, voice: voiceField, ...choices }: FormFieldsProps) {
  const { form, disabled, onChange } = choices;
  const { language, voice } = form;
  const plans = useEditor().getPlans();
  const speakers = useSpeakers(voice && isOffered(voice, plans) ? voice : undefined, plans[0]);
  return (
    <>
      <GoalChoice {...choices} />
      <PromptField {...choices} isStep={areSteps} />
      <section aria-label={t(voicesMessages.voice)}>
        {areSteps && <StepHeading step={3}>{t(voicesMessages.voice)}</StepHeading>}
        <div className={`columns ${classes.pair}`}>
          <LanguagePicker
            names={languageNames}
            value={language}
            speakers={speakers}
            disabled={disabled}
            onChange={chosen => onChange({ language: chosen, isLanguageChosen: true })}
          />
          {voiceField}
        </div>
        <div aria-live="polite">
          <LanguageWarning speakers={speakers} language={language} />
        </div>
      </section>
      <ModeChoice {...choices} />
      <DetailChoice {...choices} />
    </>
  );
}

export function VoiceField() {
  const editor = useEditor();
  const { language } = useEditorState(state => state.form);
  const isWorking = useEditorState(({ job }) => job !== undefined);
  const isMissing = useEditorState(state => state.asksForMissing && getVoice(editor) === undefined);
  return (
    <div data-asks-for="voice">
      <VoicePicker
        plans={editor.getPlans()}
        value={getVoice(editor)}
        language={language}
        disabled={isWorking}
        onChange={voice => chooseVoice(editor, voice)}
      />
      {isMissing && (
        <p className={`flat small ${classes.missing}`} role="alert">
          {t(studioMessages.selectVoice)}
        </p>
      )}
    </div>
  );
}

export function WhoWorks() {
  const voice = getVoice(useEditor());
  const { language } = useEditorState(state => state.form);
  const speakers = useVoiceSpeakers();
  const { data: config } = usePublicConfig();
  const canSetUp = useCanSetUp();
  if (!config) return null;
  const speaker = speakers && findSpeaker(speakers, language);
  const { engines } = config;
  return <EngineNote {...{ engines, canSetUp, speaker, voice, language }} />;
}

interface EngineNoteProps extends Pick<ConfigAnswer, 'engines' | 'canSetUp'> {
  readonly speaker: Speaker | undefined;
  readonly voice: ChosenVoice | undefined;
  readonly language: LanguageName;
}

/** Which engine analyses, writes and speaks, what the offline engine cannot do, and why a connected provider is not used. */
export function EngineNote({ engines, canSetUp, speaker, voice, language }: EngineNoteProps) {
  const { vision, script } = engines;
  const sentences = [
    describeWork(engines),
    speaker && describeSpeaker(speaker, voice, language),
    !script.isOffline && t(engineMessages.check),
  ];
  return (
    <Notice tone="plain">
      {vision.isOffline && <OfflineLook engines={engines} canSetUp={canSetUp} />}
      <p>{sentences.filter(Boolean).join(' ')}</p>
      {listNotes(engines, voice).map(note => (
        <p key={note}>{note}</p>
      ))}
    </Notice>
  );
}

function OfflineLook({ engines, canSetUp }: Pick<EngineNoteProps, 'engines' | 'canSetUp'>) {
  const { vision, script } = engines;
  // Then the provider has to be fixed.
  const isConnected = vision.isSubstitute || script.isSubstitute;
  const hasNone = script.isOffline && !isConnected;
  return (
    <>
      <p>
        <strong>{t(script.isOffline ? engineMessages.offline : engineMessages.offlineVision)}</strong>{' '}
        {t(vision.isImpaired ? engineMessages.impaired : engineMessages.recognises)}{' '}
        {script.isOffline && t(engineMessages.ignoresPrompt)}
      </p>
      {(hasNone || canSetUp) && (
        <ul className={classes.ways} aria-label={t(engineMessages.ways)}>
          {hasNone && <li>{t(engineMessages.writeYourself)}</li>}
          <li>{canSetUp ? <SetupLink /> : t(engineMessages.askForAi)}</li>
        </ul>
      )}
    </>
  );
}

function describeWork({ vision, script }: ConfigAnswer['engines']): string | undefined {
  if (script.isOffline) return undefined;
  if (vision.isOffline) return t(engineMessages.script, { name: script.name });
  if (vision.name === script.name) return t(engineMessages.visionAndScript, { name: script.name });
  return t(engineMessages.visionThenScript, { vision: vision.name, script: script.name });
}

function describeSpeaker(speaker: Speaker, voice: ChosenVoice | undefined, language: LanguageName): string {
  const { name, isOffline } = speaker;
  const replaced = speaker.isStandIn && voice ? getVoiceName(voice) : undefined;
  const ownVoice = voice && findOwnVoice(speaker, voice, language);
  if (isOffline)
    return replaced
      ? t(engineMessages.offlineSpeechFor, { voice: replaced })
      : t(engineMessages.offlineSpeech);
  if (replaced && ownVoice) return t(engineMessages.speechForAs, { name, ownVoice, voice: replaced });
  if (replaced) return t(engineMessages.speechFor, { name, voice: replaced });
  return ownVoice ? t(engineMessages.speechAs, { name, ownVoice }) : t(engineMessages.speech, { name });
}

function findOwnVoice(
  { ownVoices }: Speaker,
  voice: ChosenVoice,
  language: LanguageName,
): string | undefined {
  if (typeof voice !== 'string') return voice.name;
  const names: Readonly<Record<string, string>> | undefined = ownVoices.find(({ languages }) =>
    languages.includes(language),
  )?.names;
  const id = names?.[voice];
  return id && nameVoice(id);
}

/** A voice's id as a name: `af_bella` is Bella, after a code for language and gender. */
function nameVoice(id: string): string {
  return /^[a-z]{2}_[a-z]/u.test(id) ? id.charAt(3).toUpperCase() + id.slice(4) : id;
}

/** Each reason once: a provider often fails at two steps for the same one. Not those of standard voices for a premium voice. */
function listNotes(
  { vision, script, speech }: ConfigAnswer['engines'],
  voice: ChosenVoice | undefined,
): string[] {
  const isPremium = typeof voice === 'string' && getVoicePlan(voice) === 'premium';
  const notes = [vision.note, script.note, isPremium ? undefined : speech.note];
  return [...new Set(notes.filter(note => note !== undefined))];
}

function GoalChoice({ form: { style, prompt }, disabled, onChange }: ChoiceProps) {
  const isDescription = getDescriptionKind({ style }) !== undefined;
  const describerPrompt = t(examples.descriptionPrompt);
  const { goal, narrate, narrateHint, makeAccessible, makeAccessibleHint } = studioMessages;
  const toNarration = () =>
    onChange({ style: 'continuous', ...(prompt === describerPrompt && { prompt: '' }) });
  const toDescription = () =>
    onChange({ style: 'description-extended', ...(prompt.trim() === '' && { prompt: describerPrompt }) });
  return (
    <RadioGroup
      legend={t(goal)}
      className={`columns ${classes.goals}`}
      disabled={disabled}
      options={[
        { label: t(narrate), detail: t(narrateHint), isOn: !isDescription, choose: toNarration },
        {
          label: t(makeAccessible),
          detail: t(makeAccessibleHint),
          isOn: isDescription,
          choose: toDescription,
        },
      ]}
    />
  );
}

/** How lines lie: in a narration, one continuous script or lines with times; in a description, with pauses of the video or without. */
function ModeChoice({ form: { style }, disabled, onChange }: ChoiceProps) {
  const { descriptionKind, extended, extendedHint, standard, standardHint } = studioMessages;
  const { style: legend, whole, wholeHint, timed, timedHint } = studioMessages;
  const toOption = (option: NarrationStyle, label: Message, detail: Message) => ({
    label: t(label),
    detail: t(detail),
    isOn: style === option,
    choose: () => onChange({ style: option }),
  });
  const [name, options] = getDescriptionKind({ style })
    ? [
        descriptionKind,
        [
          toOption('description-extended', extended, extendedHint),
          toOption('description-standard', standard, standardHint),
        ],
      ]
    : [legend, [toOption('continuous', whole, wholeHint), toOption('timed', timed, timedHint)]];
  return <RadioGroup legend={t(name)} disabled={disabled} options={options} />;
}

function followStyle(store: EditorStore, before: Form, { style }: Partial<Form>): void {
  const narration = getNarration(store.getState());
  const isOther = style && getDescriptionKind({ style }) && getDescriptionKind(before);
  if (isOther && narration && getDescriptionKind(narration))
    run(store, { type: 'changeNarration', narrationId: narration.id, changes: { style } });
}

function DetailChoice({ form, disabled, onChange }: ChoiceProps) {
  if (!getDescriptionKind(form)) return null;
  return (
    <RadioGroup
      legend={t(detailMessages.detail)}
      disabled={disabled}
      options={descriptionDetails.map(detail => ({
        label: t(detailMessages[detail]),
        detail: t(detailMessages[`${detail}Hint`]),
        isOn: form.detail === detail,
        choose: () => onChange({ detail }),
      }))}
    />
  );
}

function SoundChoice({ disabled }: Pick<ChoiceProps, 'disabled'>) {
  const transcription = usePublicConfig().data?.transcription;
  const transcript = useEditorState(({ project }) => project.transcript);
  const hasSound = useEditorState(({ video }) => video?.facts.hasSound === true);
  const [, setChanges] = useState(0);
  return (
    <>
      <p role="status" hidden={!transcript?.segments.length}>
        {transcript && `${t(transcriptPanelMessages.isUsed)} ${describeSource(transcript)}`}
      </p>
      {!transcript && transcription && hasSound && (
        <Checkbox
          label={t(transcriptPanelMessages.use)}
          detail={describeWhereSoundGoes(transcription)}
          checked={mayHear(transcription)}
          disabled={disabled}
          onChange={isGiven => {
            keepConsent(transcription, isGiven);
            setChanges(count => count + 1);
          }}
        />
      )}
    </>
  );
}

const counterFromCharacters = maxPromptCharacters * 0.9;

/** What the narration should say, in as many characters as the server accepts. The end of a longer text is cut off. */
function PromptField({ form, disabled, isStep, onChange }: ChoiceProps & { readonly isStep: boolean }) {
  const { prompt } = form;
  const [isCut, setCut] = useState(false);
  const isComposing = useRef(false);
  const section = useRef<HTMLElement>(null);
  const isMissing = useEditorState(({ asksForMissing }) => asksForMissing) && prompt.trim() === '';

  // The browser silently leaves out what is beyond the limit, whether it was typed, pasted, dropped or dictated. React
  // has an event of the same name that covers fewer ways.
  useEffect(() => {
    const noteCut = (event: InputEvent) => {
      if (event.target instanceof HTMLTextAreaElement) setCut(isTooMuch(event.target, event));
    };
    const element = section.current;
    element?.addEventListener('beforeinput', noteCut);
    return () => element?.removeEventListener('beforeinput', noteCut);
  }, []);

  // A text from elsewhere, such as what this tab kept, comes without the browser's limit.
  useEffect(() => {
    if (prompt.length <= maxPromptCharacters || isComposing.current) return;
    onChange({ prompt: cutText(prompt, maxPromptCharacters) });
    setCut(true);
  }, [prompt, onChange]);

  return (
    <section ref={section} aria-label={t(studioMessages.prompt)}>
      {isStep && <StepHeading step={2}>{t(studioMessages.prompt)}</StepHeading>}
      <PromptChips
        prompt={prompt}
        isDescription={getDescriptionKind(form) !== undefined}
        disabled={disabled}
        onChange={example => {
          setCut(false);
          onChange({ prompt: example });
        }}
      />
      <AutoDirectionTextarea
        data-asks-for="prompt"
        {...(isStep ? { 'aria-label': t(studioMessages.prompt) } : { label: t(studioMessages.prompt) })}
        description={describeLength(prompt.length)}
        error={isMissing ? t(studioMessages.enterPrompt) : undefined}
        placeholder={t(studioMessages.promptPlaceholder)}
        minRows={4}
        maxRows={10}
        maxLength={maxPromptCharacters}
        value={prompt}
        readOnly={disabled}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onChange={event => onChange({ prompt: event.currentTarget.value })}
      />
      <div role="status" className="small">
        {isCut && t(studioMessages.promptCut)}
      </div>
    </section>
  );
}

function isTooMuch(field: HTMLTextAreaElement, { data, dataTransfer }: InputEvent): boolean {
  const inserted = data ?? dataTransfer?.getData('text/plain') ?? '';
  const replaced = field.selectionEnd - field.selectionStart;
  const length = field.value.length - replaced + inserted.replaceAll('\r\n', '\n').length;
  return inserted !== '' && length > maxPromptCharacters;
}

function cutText(text: string, maxCharacters: number): string {
  const beginning = text.slice(0, maxCharacters);
  return beginning.isWellFormed() ? beginning : beginning.slice(0, -1);
}

function describeLength(characters: number): string {
  if (characters < counterFromCharacters) return t(studioMessages.promptHint);
  return t(studioMessages.promptLength, { used: characters, limit: maxPromptCharacters });
}

interface PromptChipsProps {
  readonly prompt: string;
  readonly isDescription: boolean;
  readonly disabled: boolean;
  readonly onChange: (prompt: string) => void;
}

function PromptChips({ prompt, isDescription, disabled, onChange }: PromptChipsProps) {
  const shown = listPromptExamples(isDescription);
  const { store } = useEditor();
  const own = useEditorState(({ ownPrompts }) => ownPrompts);
  const setOwn = (ownPrompts: readonly string[]) => store.setState({ ownPrompts });
  const getItemProps = useRovingIndex(shown.length);

  function putBack() {
    const before = putBackOwnPrompt(own, prompt);
    setOwn(before.own);
    onChange(before.prompt);
  }

  function press(example: string) {
    if (example === prompt) return putBack();
    setOwn(keepOwnPrompt(own, prompt));
    onChange(example);
  }

  return (
    <div className={`row small ${classes.examples}`}>
      <div className={`row ${classes.chips}`} role="toolbar" aria-label={t(studioMessages.examples)}>
        {shown.map((example, index) => (
          <PlainButton
            key={example.label}
            className={classes.chip}
            aria-pressed={example.prompt === prompt}
            isBlocked={disabled}
            {...getItemProps(index, () => press(example.prompt))}
          >
            {example.label}
          </PlainButton>
        ))}
      </div>
      {own.length > 0 && !disabled && (
        <TextButton onClick={putBack}>{t(studioMessages.restorePrompt)}</TextButton>
      )}
    </div>
  );
}

const narrations = ['product', 'lesson', 'travel', 'social', 'tale'] as const;
const descriptions = ['description', 'film', 'slides', 'children'] as const;
const toExample = (name: (typeof narrations | typeof descriptions)[number]) => ({
  label: t(examples[name]),
  prompt: t(examples[`${name}Prompt`]),
});
const narrationExamples = narrations.map(toExample);
const descriptionExamples = descriptions.map(toExample);

export function listPromptExamples(isDescription: boolean) {
  return isDescription ? descriptionExamples : narrationExamples;
}

export function keepOwnPrompt(own: readonly string[], prompt: string): readonly string[] {
  const isOwn =
    prompt.trim() !== '' &&
    ![...narrationExamples, ...descriptionExamples].some(example => example.prompt === prompt);
  return isOwn && !own.includes(prompt) ? [...own, prompt] : own;
}

/** Restores the last prompt, and keeps the current one. @returns the prompt, empty where there was none, and what is still kept */
export function putBackOwnPrompt(
  own: readonly string[],
  prompt: string,
): { readonly prompt: string; readonly own: readonly string[] } {
  const last = own.at(-1);
  if (last === undefined) return { prompt: '', own };
  const others = own.slice(0, -1);
  // To the bottom, so that pressing again and again shows each of them.
  return { prompt: last, own: [...keepOwnPrompt([], prompt), ...others] };
}
