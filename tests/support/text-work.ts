import type { z } from 'zod';
import { cleanText } from '#engines/clean-text.ts';
import { readAnalysis } from '#engines/offline/analysis.ts';
import { cleanToSpeak, keepReadable, planUtterances } from '#engines/offline/speech/prepare-text.ts';
import { readThai } from '#engines/offline/speech/read-thai.ts';
import { respell } from '#engines/offline/speech/respell.ts';
import { splitThaiSyllables } from '#engines/offline/speech/thai-syllables.ts';
import { describeCause } from '#engines/provider/failure.ts';
import { cutBackToSentences, cutOpenSentence, requireNoRefusal } from '#engines/provider/written-text.ts';
import { findLanguage } from '#narration/find-language.ts';
import { tidyLines, tidyScript } from '#narration/tidy-answer.ts';
import { findWeakness } from '#server/accounts/password-strength.ts';
import { makeStorable } from '#server/database/database.ts';
import { toCodedError } from '#server/http/answer-problem.ts';
import { describeForLog } from '#server/http/log.ts';
import { composeContactMail, composeFeedbackMail } from '#server/mail/mails.ts';
import { redactContacts } from '#server/narrations/narration-log.ts';
import { toFormError } from '#server/uploads/uploads.ts';
import {
  newPasswordSchema,
  resetRequestSchema,
  signInLinkSchema,
  signInSchema,
  signUpSchema,
} from '#shared/api/auth.ts';
import { contactFieldsSchema, feedbackRequestSchema, sendFormIdsSchema } from '#shared/api/contact.ts';
import { createScriptFieldsSchema } from '#shared/api/create-script.ts';
import {
  analysisFieldsSchema,
  scriptRequestSchema,
  scriptTextField,
  voiceRequestSchema,
} from '#shared/api/free.ts';
import { accountDeletionSchema } from '#shared/api/privacy.ts';
import { voiceSampleQuerySchema } from '#shared/api/voices.ts';
import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { maxScriptCharacters } from '#shared/limits.ts';
import { isMailAddress } from '#shared/mail-address.ts';
import { checkPassword } from '#shared/password-policy.ts';
import { composePrompt, parsePrompt } from '#shared/prompt.ts';
import { estimateSeconds, startRate } from '#shared/script/estimate-speech.ts';
import { placeCues } from '#shared/script/match-sentences.ts';
import { cutAtSentences, splitSentences } from '#shared/script/split-sentences.ts';
import { countSpokenUnits } from '#shared/script/time-budget.ts';

/** Work of the product on a text that a visitor wrote wholly or partly. */
export type TextWork = (text: string) => unknown;

const schemas = {
  signUpSchema,
  signInSchema,
  signInLinkSchema,
  resetRequestSchema,
  newPasswordSchema,
  contactFieldsSchema,
  sendFormIdsSchema,
  createScriptFieldsSchema,
  feedbackRequestSchema,
  analysisFieldsSchema,
  scriptRequestSchema,
  voiceRequestSchema,
  accountDeletionSchema,
  voiceSampleQuerySchema,
} as const satisfies Record<string, z.ZodObject>;

/** Parses bodies and forms with the text in every field. */
const readBodies = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]): [string, TextWork] => [
    name,
    text => schema.safeParse(Object.fromEntries(Object.keys(schema.shape).map(field => [field, text]))),
  ]),
);

const inEach = (
  names: readonly LanguageName[],
  work: (text: string, name: LanguageName) => unknown,
): Record<string, TextWork> =>
  Object.fromEntries(names.map(name => [` (${name})`, (text: string) => work(text, name)]));

function prefix(name: string, works: Record<string, TextWork>): Record<string, TextWork> {
  return Object.fromEntries(Object.entries(works).map(([key, work]) => [name + key, work]));
}

/** Languages split in different ways: by spaces, by a dictionary, without either. */
const cutDifferently: readonly LanguageName[] = ['English', 'Thai', 'Japanese'];

function listSentences(text: string): { text: string }[] {
  return splitSentences(text, 'en').map(each => ({ text: each }));
}

/** Everything that runs on the server's event loop. Internal functions are called through exported ones. */
export const eventLoopWork: Readonly<Record<string, TextWork>> = {
  ...readBodies,
  isMailAddress,
  'isMailAddress, of a text with an @': text => isMailAddress(`${text}@${text}.${text}`),
  parsePrompt: text => parsePrompt(composePrompt({ prompt: text, language: 'English' }) + text),
  'checkPassword, of a text that the form takes': text =>
    newPasswordSchema.shape.newPassword.safeParse(text).success &&
    checkPassword(text, password => findWeakness(password, { name: text, email: text }) !== undefined),
  ...prefix(
    'splitSentences',
    inEach(cutDifferently, (text, name) => splitSentences(text, getLanguage(name).code)),
  ),
  // OpenAI's limit of a request, and one so short that every sentence is too long.
  ...prefix(
    'cutAtSentences, long pieces',
    inEach(cutDifferently, (text, name) => cutAtSentences(text, 4096, getLanguage(name).code)),
  ),
  ...prefix(
    'cutAtSentences, short pieces',
    inEach(cutDifferently, (text, name) => cutAtSentences(text, 20, getLanguage(name).code)),
  ),
  ...prefix(
    'countSpokenUnits',
    inEach(['English', 'Japanese'], (text, name) => countSpokenUnits(getLanguage(name), text)),
  ),
  ...prefix(
    'estimateSeconds',
    inEach(['French', 'Japanese'], (text, name) => estimateSeconds(text, startRate(name))),
  ),
  // In the page, which must stay responsive, too.
  ...prefix('placeCues', {
    inIt: text => placeCues(text, listSentences(text)),
    inAnother: text => placeCues(`1${text}`, listSentences(text)),
  }),
  // In a thread that all requests share.
  findLanguage,
  tidyScript: text => [text, `"${text}"`, `\`\`\`\n${text}\`\`\``, `**${text}`].map(each => tidyScript(each)),
  tidyLines: text => [text, `[0:01] ${text}`, `**${text}**`].map(tidyLines),
  cleanText,
  cleanToSpeak,
  ...prefix(
    'keepReadable',
    inEach(cutDifferently, (text, name) => keepReadable(text, getLanguage(name))),
  ),
  ...prefix('a script up to its first utterance', inEach(cutDifferently, beginSpeech)),
  cutOpenSentence: text => cutOpenSentence(text, 'en'),
  cutBackToSentences: text => cutBackToSentences(text, 'en'),
  requireNoRefusal,
  readAnalysis: text => tryOut(() => readAnalysis(text)),
  describeCause: text => describeCause(new Error(text), { apiKey: 'sk-secret', listFacts: () => undefined }),
  describeForLog: text => describeForLog(new TypeError(text)),
  toCodedError: text => toCodedError(Object.assign(new Error(text), { code: text })),
  toFormError: text => toFormError(new Error(text)),
  composeMails: text => [
    composeContactMail({ name: text, email: text, message: text }),
    composeFeedbackMail({ message: text, email: text }),
  ],
  redactContacts,
  makeStorable,
};

/** Everything done to a script at once, before its first piece goes to a speech thread. */
function beginSpeech(text: string, name: LanguageName): unknown {
  const language = getLanguage(name);
  const script = scriptTextField.safeParse(text).data;
  if (script === undefined) return undefined;
  const [piece = ''] = cutAtSentences(script, maxScriptCharacters, language.code);
  const cleaned = cleanToSpeak(piece);
  const plan = planUtterances(keepReadable(cleaned, language) ?? cleaned, language);
  return [plan.next(), plan.next()];
}

/** Work of the speech threads, whose time is limited, on utterances of some hundred characters. */
export const workerWork: Readonly<Record<string, TextWork>> = {
  readThai,
  // A dictionary splits words first; this is for a dictionary with longer words.
  splitThaiSyllables,
  'respell (Tagalog)': text => respell(text, 'tl'),
  'respell (Galician)': text => respell(text, 'gl'),
};

function tryOut(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
