import { useState } from 'react';
import { t } from '#shared/messages/message.ts';
import { transcriptPanelMessages as messages } from '#shared/messages/transcript-panel.ts';
import { Checkbox } from '../../../components/field.tsx';
import { usePublicConfig } from '../../../lib/public-config.ts';
import { keepConsent, mayHear } from '../jobs/sound-consent.ts';
import { describeHearing, describeSource } from '../model/describe-transcript.ts';
import { useEditorState } from '../model/use-editor.tsx';

/** Whether the speech of the video may be transcribed, and once it is known where it comes from. */
export function SoundChoice({ disabled }: { readonly disabled: boolean }) {
  const transcription = usePublicConfig().data?.transcription;
  const transcript = useEditorState(({ project }) => project.transcript);
  const hasSound = useEditorState(({ video }) => video?.facts.hasSound === true);
  const [, setChanges] = useState(0);
  return (
    <>
      <p role="status" hidden={!transcript?.segments.length}>
        {transcript && `${t(messages.isUsed)} ${describeSource(transcript)}`}
      </p>
      {!transcript && transcription && hasSound && (
        <Checkbox
          label={t(messages.use)}
          detail={describeHearing(transcription)}
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
