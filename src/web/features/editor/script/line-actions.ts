import { deliveryMessages } from '#shared/messages/delivery.ts';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { recordingMessages } from '#shared/messages/recording.ts';
import { chooseSoundFile } from '../../../lib/media.ts';
import { speak } from '../jobs/speak.ts';
import { moveLine, removeLine } from '../model/edit-lines.ts';
import type { Editor } from '../model/editor.ts';
import { findSelectedWord } from '../model/line-focus.ts';
import type { LineState } from '../model/list-lines.ts';
import { runOnNarration } from '../model/run-late.ts';
import type { RecordLine } from './line-recording.tsx';

export interface ActingLine {
  readonly state: LineState;
  /** There is a voice, and nothing else is being done. */
  readonly canSpeak: boolean;
  readonly isFixed: boolean;
  readonly onDeliver: (lineId: string) => void;
  readonly onRewrite: ((lineId: string) => void) | undefined;
  readonly onRecord: RecordLine;
  /** Called with the word at the cursor of the line; may be empty. */
  readonly onPronounce: (word: string) => void;
}

export function listActions(
  { state, canSpeak, isFixed, onDeliver, onRewrite, onRecord, onPronounce }: ActingLine,
  editor: Editor,
) {
  const { store } = editor;
  const { line, startSeconds, sound } = state;
  const { id: lineId, isLocked, recordingId } = line;
  const hasText = line.text.trim() !== '';
  const { play: playLabel, generateAudio, regenerateAudio, rewrite, lock, unlock } = lineEditorMessages;
  const { startAtPlayhead, deleteLine } = lineEditorMessages;
  const player = store.getState().player;
  return [
    { label: t(playLabel), isPossible: true, choose: () => play(editor, startSeconds) },
    {
      label: t(sound ? regenerateAudio : generateAudio),
      isPossible: canSpeak && !isFixed && hasText && recordingId === undefined,
      choose: () => speak(editor, { only: [lineId] }),
    },
    { label: t(deliveryMessages.action), isPossible: !isFixed, choose: () => onDeliver(lineId) },
    ...(onRewrite
      ? [{ label: t(rewrite), isPossible: !isFixed && hasText, choose: () => onRewrite(lineId) }]
      : []),
    ...listRecording({ lineId, recordingId, canRecord: !isFixed && hasText, onRecord }, editor),
    {
      label: t(lineEditorMessages.changePronunciation),
      isPossible: hasText,
      choose: () => onPronounce(findSelectedWord(lineId)),
    },
    {
      label: t(isLocked ? unlock : lock),
      isPossible: !isFixed,
      choose: () => runOnNarration(store, { type: 'setLock', lineId, isLocked: !isLocked }),
    },
    {
      label: t(startAtPlayhead),
      isPossible: !isFixed && player !== undefined,
      choose: () => player && moveLine(store, lineId, player.picture.getPlaybackTime().atSeconds),
    },
    { label: t(deleteLine), isPossible: !isFixed, choose: () => removeLine(store, lineId) },
  ];
}

interface Recorded {
  readonly lineId: string;
  readonly recordingId: string | undefined;
  readonly canRecord: boolean;
  readonly onRecord: RecordLine;
}

function listRecording({ lineId, recordingId, canRecord, onRecord }: Recorded, { store }: Editor) {
  const { recordYourself, useFile, useVoice } = recordingMessages;
  return [
    { label: t(recordYourself), isPossible: canRecord, choose: () => onRecord(lineId) },
    {
      label: t(useFile),
      isPossible: canRecord,
      choose: () => chooseSoundFile(file => onRecord(lineId, file)),
    },
    ...(recordingId === undefined
      ? []
      : [
          {
            label: t(useVoice),
            isPossible: canRecord,
            choose: () =>
              runOnNarration(store, { type: 'setDelivery', lineId, changes: { recordingId: undefined } }),
          },
        ]),
  ];
}

/** From a time of the preview on. */
export function play({ store }: Editor, startSeconds: number): void {
  const { player } = store.getState();
  player?.seekPicture(startSeconds);
  player?.play();
}
