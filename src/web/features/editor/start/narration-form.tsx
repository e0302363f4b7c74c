import { type ReactNode, useEffect, useRef, useState } from 'react';
import { descriptionDetails } from '#shared/description.ts';
import type { LanguageName } from '#shared/languages.ts';
import { maxPromptCharacters } from '#shared/limits.ts';
import { detailMessages } from '#shared/messages/detail.ts';
import { type Message, t } from '#shared/messages/message.ts';
import {
  promptExampleMessages as messages,
  promptExampleMessages,
} from '#shared/messages/prompt-examples.ts';
import { studioMessages } from '#shared/messages/studio.ts';
import { transcriptPanelMessages } from '#shared/messages/transcript-panel.ts';
import { voicesMessages } from '#shared/messages/voices.ts';
import { getDescriptionKind, type NarrationStyle } from '#shared/narration/project.ts';
import { PlainButton, TextButton } from '../../../components/button.tsx';
import { AutoDirectionTextarea, Checkbox, RadioGroup } from '../../../components/field.tsx';
import { StepHeading } from '../../../components/step-heading.tsx';
import { useRovingIndex } from '../../../lib/focus.ts';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { LanguagePicker, LanguageWarning } from '../../language-picker/public.ts';
import { VoicePicker } from '../../voice-picker/public.ts';
import { findSpeaker, useSpeakers } from '../../voice-samples/public.ts';
import { describeSource, describeWhereSoundGoes, keepConsent, mayHear } from '../jobs/jobs.ts';
import { run } from '../model/change-document.ts';
import { chooseVoice, getVoice, isOffered } from '../model/editor.ts';
import { changeForm, type EditorStore, type Form } from '../model/editor-state.ts';
import { getNarration, hasScript, isWriting } from '../model/select.ts';
import { useEditor, useEditorState, useVoiceSpeakers } from '../model/use-editor.tsx';
import { EngineNote } from './engine-note.tsx';
import classes from './narration-form.module.css';

interface ChoiceProps {
  readonly form: Form;
  readonly disabled: boolean;
  readonly onChange: (changes: Partial<Form>) => void;
}

/** The brief: what is made, the prompt, the language, the style. In the workspace the voice stands in its bar. */
export function NarrationForm({ languageNames }: { readonly languageNames: readonly LanguageName[] }) {
  const { store } = useEditor();
  const form = useEditorState(state => state.form);
  const isFixed = useEditorState(isWriting);
  const isWorkspace = useEditorState(hasScript);
  return (
    <div className={classes.form}>
      <FormFields
        form={form}
        languageNames={languageNames}
        disabled={isFixed}
        areSteps={!isWorkspace}
        voice={!isWorkspace && <VoiceField />}
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
  /** They have the headings of the page's steps. */
  readonly areSteps: boolean;
  readonly voice: ReactNode;
}

/** What a narration is made by: of the page, and of a video of the queue. */
export function FormFields({ languageNames, areSteps, voice: voiceField, ...choices }: FormFieldsProps) {
  const { form, disabled, onChange } = choices;
  const { prompt, language, voice } = form;
  const plans = useEditor().getPlans();
  const speakers = useSpeakers(voice && isOffered(voice, plans) ? voice : undefined, plans[0]);
  return (
    <>
      <GoalChoice {...choices} />
      <PromptField
        prompt={prompt}
        isReadOnly={disabled}
        isStep={areSteps}
        isDescription={getDescriptionKind(form) !== undefined}
        onChange={changed => onChange({ prompt: changed })}
      />
      <section aria-label={t(voicesMessages.voice)}>
        {areSteps && <StepHeading step={3}>{t(voicesMessages.voice)}</StepHeading>}
        <div className={classes.pair}>
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
        <p className={classes.missing} role="alert">
          {t(studioMessages.selectVoice)}
        </p>
      )}
    </div>
  );
}

/** Who looks, writes and speaks. */
export function WhoWorks() {
  const voice = getVoice(useEditor());
  const { language } = useEditorState(state => state.form);
  const speakers = useVoiceSpeakers();
  const { data: config } = usePublicConfig();
  if (!config) return null;
  const speaker = speakers && findSpeaker(speakers, language);
  const { engines, operator } = config;
  return <EngineNote {...{ engines, operator, speaker, voice, language }} />;
}

/** What is made of the video: a narration, or an audio description for people who cannot see it. */
function GoalChoice({ form: { style, prompt }, disabled, onChange }: ChoiceProps) {
  const isDescription = getDescriptionKind({ style }) !== undefined;
  const describerPrompt = t(promptExampleMessages.descriptionPrompt);
  return (
    <RadioGroup
      legend={t(studioMessages.goal)}
      className={classes.goals}
      disabled={disabled}
      options={[
        {
          label: t(studioMessages.narrate),
          detail: t(studioMessages.narrateHint),
          isOn: !isDescription,
          choose: () => onChange({ style: 'continuous', ...(prompt === describerPrompt && { prompt: '' }) }),
        },
        {
          label: t(studioMessages.makeAccessible),
          detail: t(studioMessages.makeAccessibleHint),
          isOn: isDescription,
          choose: () =>
            onChange({
              style: 'description-extended',
              ...(prompt.trim() === '' && { prompt: describerPrompt }),
            }),
        },
      ]}
    />
  );
}

/** How lines lie: in a narration, one continuous script or lines with times; in a description, with pauses of the video or without. */
function ModeChoice({ form: { style }, disabled, onChange }: ChoiceProps) {
  const toOption = (option: NarrationStyle, label: Message, detail: Message) => ({
    label: t(label),
    detail: t(detail),
    isOn: style === option,
    choose: () => onChange({ style: option }),
  });
  const messages = studioMessages;
  if (getDescriptionKind({ style }))
    return (
      <RadioGroup
        legend={t(messages.descriptionKind)}
        disabled={disabled}
        options={[
          toOption('description-extended', messages.extended, messages.extendedHint),
          toOption('description-standard', messages.standard, messages.standardHint),
        ]}
      />
    );
  return (
    <RadioGroup
      legend={t(messages.style)}
      disabled={disabled}
      options={[
        toOption('continuous', messages.whole, messages.wholeHint),
        toOption('timed', messages.timed, messages.timedHint),
      ]}
    />
  );
}

/** A description that is there changes with the form: its video pauses, or no longer does. */
function followStyle(store: EditorStore, before: Form, { style }: Partial<Form>): void {
  const narration = getNarration(store.getState());
  const isOther = style && getDescriptionKind({ style }) && getDescriptionKind(before);
  if (isOther && narration && getDescriptionKind(narration))
    run(store, { type: 'changeNarration', narrationId: narration.id, changes: { style } });
}

/** How much an audio description says, from the next time it is written: nothing is looked at again. */
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

/** Whether the speech of the video may be transcribed, and once it is known where it comes from. */
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

/** From here on the field shows the number of characters. */
const counterFromCharacters = maxPromptCharacters * 0.9;

interface PromptFieldProps {
  readonly prompt: string;
  readonly isReadOnly: boolean;
  readonly isStep: boolean;
  readonly isDescription: boolean;
  readonly onChange: (prompt: string) => void;
}

/** What the narration should say, in as many characters as the server accepts. The end of a longer text is cut off. */
function PromptField({ prompt, isReadOnly, isStep, isDescription, onChange }: PromptFieldProps) {
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
    onChange(cutText(prompt, maxPromptCharacters));
    setCut(true);
  }, [prompt, onChange]);

  return (
    <section ref={section} aria-label={t(studioMessages.prompt)}>
      {isStep && <StepHeading step={2}>{t(studioMessages.prompt)}</StepHeading>}
      <PromptChips
        prompt={prompt}
        isDescription={isDescription}
        disabled={isReadOnly}
        onChange={example => {
          setCut(false);
          onChange(example);
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
        readOnly={isReadOnly}
        onCompositionStart={() => {
          isComposing.current = true;
        }}
        onCompositionEnd={() => {
          isComposing.current = false;
        }}
        onChange={event => onChange(event.currentTarget.value)}
      />
      <div role="status" className={classes.cut}>
        {isCut && t(studioMessages.promptCut)}
      </div>
    </section>
  );
}

/** Whether what is about to be put into a field goes beyond its limit. */
function isTooMuch(field: HTMLTextAreaElement, { data, dataTransfer }: InputEvent): boolean {
  const inserted = data ?? dataTransfer?.getData('text/plain') ?? '';
  const replaced = field.selectionEnd - field.selectionStart;
  const length = field.value.length - replaced + inserted.replaceAll('\r\n', '\n').length;
  return inserted !== '' && length > maxPromptCharacters;
}

/** The beginning of a text, without half of a character at its end. */
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
  const examples = listPromptExamples(isDescription);
  const [own, setOwn] = useState<OwnPrompts>([]);
  const getItemProps = useRovingIndex(examples.length);

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
    <div className={classes.examples}>
      <div className={classes.chips} role="toolbar" aria-label={t(studioMessages.examples)}>
        {examples.map((example, index) => (
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

interface PromptExample {
  readonly label: string;
  readonly prompt: string;
}

const narrationExamples: readonly PromptExample[] = [
  { label: t(messages.product), prompt: t(messages.productPrompt) },
  { label: t(messages.lesson), prompt: t(messages.lessonPrompt) },
  { label: t(messages.travel), prompt: t(messages.travelPrompt) },
  { label: t(messages.social), prompt: t(messages.socialPrompt) },
  { label: t(messages.tale), prompt: t(messages.talePrompt) },
];

const descriptionExamples: readonly PromptExample[] = [
  { label: t(messages.description), prompt: t(messages.descriptionPrompt) },
  { label: t(messages.film), prompt: t(messages.filmPrompt) },
  { label: t(messages.slides), prompt: t(messages.slidesPrompt) },
  { label: t(messages.children), prompt: t(messages.childrenPrompt) },
];

/** Prompts for kinds of videos, for a narration or for an audio description. */
export function listPromptExamples(isDescription: boolean): readonly PromptExample[] {
  return isDescription ? descriptionExamples : narrationExamples;
}

/** What a person wrote themselves, the last one last. */
type OwnPrompts = readonly string[];

/** Keeps a prompt that a person wrote before an example replaces it. */
export function keepOwnPrompt(own: OwnPrompts, prompt: string): OwnPrompts {
  const isOwn =
    prompt.trim() !== '' &&
    ![...narrationExamples, ...descriptionExamples].some(example => example.prompt === prompt);
  return isOwn && !own.includes(prompt) ? [...own, prompt] : own;
}

/**
 * Restores the prompt that was written last; the current one is kept, if a person wrote it.
 * @returns the prompt, empty where there was none, and what is still kept
 */
export function putBackOwnPrompt(
  own: OwnPrompts,
  prompt: string,
): { readonly prompt: string; readonly own: OwnPrompts } {
  const last = own.at(-1);
  if (last === undefined) return { prompt: '', own };
  const others = own.slice(0, -1);
  // To the bottom, so that pressing again and again shows each of them.
  return { prompt: last, own: [...keepOwnPrompt([], prompt), ...others] };
}
