import { setTime } from '../workbench/edit-lines.ts';
import { FilmStrip } from '../workbench/film-strip.tsx';
import { listLines } from '../workbench/list-lines.ts';
import { mixLines } from '../workbench/mix-lines.ts';
import { Workbench } from '../workbench/workbench.tsx';

/** What works on a timed script. */
export const timedParts = { FilmStrip, listLines, mixLines, setTime, Workbench };
