/** Limits of the specification (section 9), and those that protect people and machines. What is no limit stands in defaults.ts. */

// Videos and pictures
/** A video with more pixels than 8K is refused before it is decoded. */
export const maxVideoPixels = 7680 * 4320;
export const maxVideoSidePixels = 8192;
/** A file with more tracks is refused unread. */
export const maxVideoTracks = 64;
/** The upper bound of `MAX_TIMED_FRAMES`: frames for a timed narration. */
export const maxTimedFrames = 120;
export const maxFrameBytes = 12 * 1024 * 1024;
/** Pixels of an analysed image. A video may have more: its frames are shrunk, see `fitPicture`. */
export const maxPicturePixels = 4096 * 4096;
/** Scans of a JPEG; cameras and browsers write one, typical progressive ones have ten. */
export const maxJpegScans = 12;

// Prompt, analysis and transcript
export const maxPromptCharacters = 4000;
/** Of what a video is called, as it is sent; what is looked at has less, see `findTitle`. */
export const maxTitleCharacters = 300;
/** For ten frames or fewer. */
export const maxAnalysisCharacters = 20_000;
/** Twice what a model writes about each of ten frames in 1,000 tokens. */
const analysisCharactersPerPicture = 1000;

/** The longest analysis of so many frames: each call that writes a part of their narration contains all of it. */
export function computeMaxAnalysisCharacters(pictures: number): number {
  return Math.max(maxAnalysisCharacters, pictures * analysisCharactersPerPicture);
}

/** Output limit of one text request to a provider. */
export const maxTextTokens = 1000;
/** What is said in a video, as it is sent to be narrated: four hours of fast speech. */
export const maxSaidCharacters = 250_000;
export const maxSaidParts = 10_000;
/** The longest sound that is transcribed in one request, and its size at twice the rate of ours. */
export const maxHeardSeconds = 600;
export const maxHeardBytes = 5 * 1024 * 1024;

// Scripts and lines
/** A long hour of speech; a longer script is refused with 413. */
export const maxScriptCharacters = 100_000;
/** One line of a timed script, about two and a half minutes of speech: it is spoken, measured and placed as a whole. */
export const maxLineCharacters = 2000;
/** Lines of a timed script; the subtitles of a three-hour film have fewer. */
export const maxTimedLines = 2000;
/** Lines before, and lines after, that are sent with a part to write lines for. */
export const maxLinesAroundPart = 12;
/** A script that is rewritten in one call: as long as an analysis, the script engine's other input. */
export const maxRewrittenCharacters = 20_000;
/** What somebody wishes of a line that is rewritten. */
export const maxWishCharacters = 200;
/** Lines before, and lines after, that are sent with a line to rewrite. */
export const maxNeighbouringLines = 5;
/** Lines and text of one call to translate; a longer narration takes several calls. */
export const maxTranslatedLines = 200;
export const maxTranslatedCharacters = 40_000;
/** How many times as fast a line may be spoken: faster speech is hard to follow. */
export const maxSpeed = 1.15;
/** Of spoken subtitles, whose text stays as it is; those who use them are used to fast speech. */
export const maxSubtitleSpeed = 1.5;
/** Sound that is generated ahead of its consumer. */
export const maxAheadBytes = 1024 * 1024;

// Audio descriptions
/** In a call. */
export const maxPeople = 50;
export const maxPersonNameCharacters = 100;
export const maxLookCharacters = 300;
/** In a call: a talk of four hours has fewer that are long enough for a line. */
export const maxGaps = 2000;

// Glossary and pronunciations
/** Terms of a project's glossary. */
export const maxTerms = 500;
export const maxTermCharacters = 100;
/** Of a stored glossary and cast, as JSON: 500 terms in ten languages have half of it. */
export const maxTermsCharacters = 500_000;
/** Words whose pronunciation a person keeps for all projects. */
export const maxOwnPronunciations = 500;
export const maxSayCharacters = 200;

// Projects and reviews
/** A document that an account keeps, as JSON: a four-hour film with its transcript has less than half of it. */
export const maxProjectBytes = 4 * 1024 * 1024;
export const maxThumbnailBytes = 20 * 1024;
export const maxFolderCharacters = 100;
export const maxShareDays = 90;
export const maxSharePictureBytes = 8 * 1024;
export const maxSharePictures = 200;
export const maxReviewNameCharacters = 100;
export const maxCommentCharacters = 2000;

// Accounts and forms
export const minPasswordCharacters = 8;
/** Long enough for pass phrases; more would only make hashing slow. */
export const maxPasswordCharacters = 128;
export const maxNameCharacters = 200;
/** Tokens of an account. */
export const maxTokens = 20;
export const maxTokenNameCharacters = 100;
export const maxContactNameCharacters = 200;
export const maxContactCharacters = 10_000;
export const maxStars = 5;
export const maxFeedbackCharacters = 5000;

/** Of what went into one signed file; one of many languages and voices has fewer. */
export const maxReceipts = 100;
/** The deepest nesting of JSON that is read: text of brackets alone takes ten times as long to parse as any other. */
export const maxJsonDepth = 64;
/** A lazy part of the page that has not loaded after this long has failed. */
export const chunkLoadTimeoutMs = 120_000;
