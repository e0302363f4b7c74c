/** Business constants of the specification (section 9) and limits that protect people and machines. */

/** Frames per video, evenly spread over its length. */
export const framesPerVideo = 10;
/** The upper bound of `MAX_TIMED_FRAMES`: frames for a timed narration. */
export const maxTimedFrames = 120;
/** JPEG quality of a frame, 0 to 1. */
export const frameJpegQuality = 0.5;
/** Output limit of one text request to a provider. */
export const maxTextTokens = 1000;
/** Pieces of a long script that are spoken in parallel. */
export const speechConcurrency = 4;
/** Parallel vision requests for one video. */
export const visionConcurrency = 3;
/** The most sound that is generated ahead of its consumer. */
export const maxAheadBytes = 1024 * 1024;

/** The progress bar advances 1 % at each tick of this many milliseconds. */
export const progressTickMs = { script: 600, audio: 120 } as const;
/** The percentage at which the bar waits for the work to finish. */
export const progressWaitsAt = 95;
/** After this long without data the page shows a notice and offers to stop. */
export const silenceNoticeMs = 60_000;
/** Percentage of the free page's bar after each step. */
export const progressCheckpoints = { frames: 30, analysis: 60, script: 100 } as const;

/** How long mailed links for sign-in or password reset are valid. */
export const mailedLinkSeconds = 3600;
/** How long verification links are valid. */
export const verificationLinkSeconds = 24 * 3600;

export const maxStars = 5;

export const maxPromptCharacters = 4000;
/** For ten frames or fewer. */
export const maxAnalysisCharacters = 20_000;
/** Twice what a model writes about each of ten frames in 1,000 tokens. */
const analysisCharactersPerPicture = 1000;

/** The longest analysis of so many frames: each call that writes a part of their narration contains all of it. */
export function computeMostAnalysisCharacters(pictures: number): number {
  return Math.max(maxAnalysisCharacters, pictures * analysisCharactersPerPicture);
}

/** What is said in a video, as it is sent to be narrated: four hours of fast speech. */
export const maxSaidCharacters = 250_000;
export const maxSaidParts = 10_000;
/** The longest sound that is transcribed in one request, and its size at twice the rate of ours. */
export const maxHeardSeconds = 600;
export const maxHeardBytes = 5 * 1024 * 1024;

/** A long hour of speech; a longer script is refused with 413. */
export const maxScriptCharacters = 100_000;
/** One line of a timed script, about two and a half minutes of speech: it is spoken, measured and placed as a whole. */
export const maxLineCharacters = 2000;
/** Lines of a timed script; the subtitles of a three-hour film have fewer. */
export const maxTimedLines = 2000;
/** A script that is rewritten in one call: as long as an analysis, the script engine's other input. */
export const maxRewrittenCharacters = 20_000;
/** Lines and text of one call to translate; a longer narration takes several calls. */
export const maxTranslatedLines = 200;
export const maxTranslatedCharacters = 40_000;
/** What somebody wishes of a line that is rewritten. */
export const maxWishCharacters = 200;
/** Lines before, and lines after, that are sent with a line to rewrite. */
export const maxNeighbouringLines = 5;
/** A document that an account keeps, as JSON: a four-hour film with its transcript has less than half of it. */
export const maxProjectBytes = 4 * 1024 * 1024;
export const maxThumbnailBytes = 20 * 1024;
/** Days after which a deleted project, and an earlier version, is gone. */
export const keepTrashDays = 30;
/** Terms of a project's glossary. */
export const maxTerms = 500;
/** Of a stored glossary and cast, as JSON: 500 terms in ten languages have half of it. */
export const maxTermsCharacters = 500_000;
/** Words whose pronunciation a person keeps for all projects. */
export const maxOwnPronunciations = 500;
export const maxTermCharacters = 100;
export const maxSayCharacters = 200;
export const maxCommentCharacters = 2000;
export const maxFeedbackCharacters = 5000;
export const maxContactCharacters = 10_000;
export const maxContactNameCharacters = 200;
export const maxFrameBytes = 12 * 1024 * 1024;

/** Pixels of an analysed image. A video may have more: its frames are shrunk, see `fitPicture`. */
export const maxPicturePixels = 4096 * 4096;
/** Scans of a JPEG; cameras and browsers write one, typical progressive ones have ten. */
export const maxJpegScans = 12;

/** A video with more pixels than 8K is refused before it is decoded. */
export const maxVideoPixels = 7680 * 4320;
export const maxVideoSidePixels = 8192;
/** A file with more tracks is refused unread. */
export const maxVideoTracks = 64;

/** A lazy part of the page that has not loaded after this long has failed. */
export const chunkLoadTimeoutMs = 120_000;
