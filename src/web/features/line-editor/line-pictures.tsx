import { lineEditorMessages } from '#shared/messages/line-editor.ts';
import { t } from '#shared/messages/message.ts';
import { printShortTime } from '#shared/script/time-format.ts';
import classes from './line-row.module.css';

/** A picture of the video. */
export interface LinePicture {
  readonly seconds: number;
  /** Undefined until it was taken, or where none can be. */
  readonly url: string | undefined;
}

interface LinePicturesProps {
  readonly pictures: readonly LinePicture[];
  readonly onSeek: (seconds: number) => void;
}

/** Pictures of the video at a line; each is a button that goes there. */
export function LinePictures({ pictures, onSeek }: LinePicturesProps) {
  const taken = pictures.filter(({ url }) => url !== undefined);
  if (taken.length === 0) return null;
  return (
    <div className={classes.pictures}>
      {taken.map(({ seconds, url }) => (
        <button
          key={seconds}
          type="button"
          className={classes.picture}
          aria-label={t(lineEditorMessages.showFrame, { time: printShortTime(seconds) })}
          onClick={() => onSeek(seconds)}
        >
          <img src={url} alt="" loading="lazy" />
        </button>
      ))}
    </div>
  );
}
