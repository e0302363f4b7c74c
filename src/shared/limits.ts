/** Business constants of the specification (section 9) and the bounds that protect people and machines. */

/** Pictures that are looked at in a video, evenly spread over its length. */
export const framesPerVideo = 10;
/** The most that `MAX_TIMED_FRAMES` may be: pictures that are looked at for a narration that follows them. */
export const maxTimedFrames = 120;
/** JPEG quality of a picture, 0 to 1. */
export const frameJpegQuality = 0.5;
/** The most that one text step of a provider may write. */
export const maxTextTokens = 1000;
/** Pieces of a long script that are spoken at the same time. */
export const speechConcurrency = 4;
/** Requests that look at the pictures of one video at the same time. */
export const visionConcurrency = 3;
/** The most sound that is made before its listener takes it. */
export const maxAheadBytes = 1024 * 1024;

/** The progress bar climbs 1 % at each tick of this many milliseconds. */
export const progressTickMs = { script: 600, audio: 120 } as const;
/** Where the ticks stop: there the bar waits until the work is really done, in percent. */
export const progressWaitsAt = 95;
/** After this long without a word or a byte the page says so, and offers to stop. */
export const silenceNoticeMs = 60_000;
/** What the free page's bar shows once each step is done, in percent. */
export const progressCheckpoints = { frames: 30, analysis: 60, script: 100 } as const;

/** Links in mails that let somebody in, or choose a new password, end after so long. */
export const mailedLinkSeconds = 3600;
/** Those that confirm an address. */
export const verificationLinkSeconds = 24 * 3600;

/** Feedback gives one to so many stars. */
export const mostStars = 5;

export const maxPromptCharacters = 4000;
/** Of ten pictures, or fewer. */
export const maxAnalysisCharacters = 20_000;
/** Twice what a model writes of each of ten pictures in 1,000 tokens. */
const analysisCharactersPerPicture = 1000;

/** The longest analysis of so many pictures: every call that writes a part of their narration is sent all of it. */
export function computeMostAnalysisCharacters(pictures: number): number {
  return Math.max(maxAnalysisCharacters, pictures * analysisCharactersPerPicture);
}

/** A long hour of speech; a script above it is refused with 413. */
export const maxScriptCharacters = 100_000;
/** One line of a timed script, about two and a half minutes of speech: it is spoken, measured and laid as a whole. */
export const maxLineCharacters = 2000;
/** Lines of a timed script; the subtitles of a film of three hours have fewer. */
export const maxTimedLines = 2000;
/** A script that is written anew in one call: as long as an analysis, which the same writer reads. */
export const maxRewrittenCharacters = 20_000;
export const maxFeedbackCharacters = 5000;
export const maxContactCharacters = 10_000;
export const maxContactNameCharacters = 200;
/** One picture as it comes from a browser. */
export const maxFrameBytes = 12 * 1024 * 1024;

/** Pixels of a picture that is looked at. A video may have more: its pictures are made smaller, see `fitPicture`. */
export const maxPicturePixels = 4096 * 4096;
/** Passes in which a JPEG may be written; cameras and browsers write one, the usual progressive ones have ten. */
export const maxJpegScans = 12;

/** A video with more pixels than 8K is refused before it is decoded. */
export const maxVideoPixels = 7680 * 4320;
/** No side may be longer than this, whatever the other is. */
export const maxVideoSidePixels = 8192;
/** Tracks that a file may have before it is refused unread. */
export const maxVideoTracks = 64;

/** A lazy part of the page that has not arrived after this long has failed. */
export const chunkLoadTimeoutMs = 120_000;
