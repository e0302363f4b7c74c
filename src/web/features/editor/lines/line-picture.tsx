import { useEffect, useRef, useSyncExternalStore } from 'react';
import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import type { LinePictures } from './line-pictures.ts';
import classes from './line-row.module.css';

interface LinePictureProps {
  readonly pictures: LinePictures;
  readonly seconds: number;
  readonly onSeek: (seconds: number) => void;
}

/** The picture with which a line begins: a button that goes there. */
export function LinePicture({ pictures, seconds, onSeek }: LinePictureProps) {
  const place = useRef<HTMLDivElement>(null);
  const url = useSyncExternalStore(pictures.subscribe, () => pictures.getUrl(seconds));
  useEffect(() => {
    const element = place.current;
    return element ? pictures.watch(element, seconds) : undefined;
  }, [pictures, seconds]);
  return (
    <div className={classes.picture} ref={place}>
      {url !== undefined && (
        <button
          type="button"
          aria-label={t(lineEditorMessages.showFrame, { time: printShortTime(seconds) })}
          onClick={() => onSeek(seconds)}
        >
          <img src={url} alt="" />
        </button>
      )}
    </div>
  );
}
