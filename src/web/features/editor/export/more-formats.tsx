import { lazy, Suspense } from 'react';
import { t } from '#shared/messages/message.ts';
import { spokenScriptMessages } from '#shared/messages/spoken-script.ts';
import { isTimedScript } from '#shared/narration/timed-text.ts';
import { Button } from '../../../components/button.tsx';
import { Notice } from '../../../components/notice.tsx';
import { loadChunk } from '../../../lib/load-chunk.ts';
import { listFormats, nameFormat } from './formats.ts';
import type { DeliverySource } from './make-format.ts';
import classes from './more-formats.module.css';
import type { Spoken } from './script-history.ts';
import { useDelivery } from './use-delivery.ts';

const MenuButton = lazy(async () => {
  const { MenuButton: button } = await loadChunk('menu', () => import('../../../components/menu-button.tsx'));
  return { default: button };
});

export interface MoreFormatsProps
  extends Pick<DeliverySource, 'sound' | 'speed' | 'durationSeconds' | 'video'> {
  readonly spoken: Omit<Spoken, 'audio'>;
  /** Called when something is downloaded. */
  readonly onDownload: (() => void) | undefined;
}

/** A menu of other formats of a narration: audio, script, subtitles, files for video editors. */
export function MoreFormats(props: MoreFormatsProps) {
  const { spoken, onDownload, ...heard } = props;
  const { script, language, chosenLanguage, described, cues = [] } = spoken;
  const delivery = useDelivery(onDownload);
  const items = listFormats(spoken, isTimedScript(script)).map(format => ({
    label: t(format.label),
    choose: () =>
      delivery.deliver(format.id, nameFormat(format, spoken, heard.video?.name), {
        ...heard,
        script,
        cues,
        described,
        language: language ?? chosenLanguage,
      }),
  }));
  return (
    <>
      <Suspense
        fallback={
          <Button variant="default" disabled>
            {t(spokenScriptMessages.moreFormats)}
          </Button>
        }
      >
        <MenuButton label={t(spokenScriptMessages.moreFormats)} items={items} />
      </Suspense>
      <p role="status" className={classes.status}>
        {delivery.making && t(spokenScriptMessages.making, { name: delivery.making })}
        {delivery.made && t(spokenScriptMessages.made, { name: delivery.made })}
      </p>
      {delivery.problem && <Notice tone="problem">{delivery.problem}</Notice>}
    </>
  );
}
