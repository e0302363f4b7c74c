/** What the product does unless somebody chooses otherwise, and figures of the specification (section 9) that are no limits: see limits.ts. */

import type { LanguageName } from './languages.ts';
import type { StandardVoice } from './voices.ts';

export const defaultVoice: StandardVoice = 'fable';
export const defaultLanguageName: LanguageName = 'English';

/** Frames per video, evenly spread over its length. */
export const framesPerVideo = 10;
/** JPEG quality of a frame, 0 to 1. */
export const frameJpegQuality = 0.5;

/** Pieces of a long script that are spoken in parallel. */
export const speechConcurrency = 4;
/** Parallel vision requests for one video. */
export const visionConcurrency = 3;

/** Milliseconds in which the progress bar advances by 1 %. */
export const progressTickMs = { script: 600, audio: 120 } as const;
/** The percentage at which the bar waits for the work to finish. */
export const progressWaitsAt = 95;
/** Percentage of the free page's bar after each step. */
export const progressCheckpoints = { frames: 30, analysis: 60, script: 100 } as const;
/** After this long without data the page shows a notice and offers to stop. */
export const silenceNoticeMs = 60_000;

/** How long mailed links for sign-in or password reset are valid. */
export const mailedLinkSeconds = 3600;
export const verificationLinkSeconds = 24 * 3600;
export const invitationSeconds = 7 * 24 * 3600;

/** Days after which a deleted project, and an earlier version, is gone. */
export const keepTrashDays = 30;
export const projectsPerPage = 50;
