import usual from './usual-file-words.json' with { type: 'json' };

/** Tags of a file that may say what a video is about. */
type TitleTags = Partial<Record<'title' | 'album' | 'description' | 'comment', string | undefined>>;

const maxCharacters = 200;
/** Longer descriptions are advertisements and lists of links more often than what the video is called. */
const maxRemarkCharacters = 100;

/** What cameras, telephones, recorders and programs call files, by their words. */
const usualWords = new Set(usual.words.split(' '));

/** No number or code of a machine, such as a hash, `20260101T100000`, `WA0003` or `1080p`. */
function isWord(word: string): boolean {
  if (!/\p{L}{2}|[\p{Script=Han}\p{Script=Hangul}]/u.test(word) || /^[0-9a-f]{16,}$/iu.test(word))
    return false;
  if (/\p{N}/u.test(word) && !/^\p{L}{3,}\p{N}{1,2}$/u.test(word)) return false;
  return !usualWords.has(word.toLowerCase().split(/\p{N}/u)[0] ?? '');
}

/** Words in one row, without what is invisible; undefined without any. */
export function cleanTitle(text: string): string | undefined {
  // Of a tag of megabytes, the beginning.
  const row = text
    .slice(0, 10 * maxCharacters)
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ');
  const cut = Array.from(row.replace(/\s+/gu, ' ').trim()).slice(0, maxCharacters).join('').trim();
  return cut || undefined;
}

const uuid = /[0-9a-f]{8}(?:[- ][0-9a-f]{4}){3}[- ][0-9a-f]{12}/giu;

function hasWords(text: string): boolean {
  const isAddress = text.includes('://') || (!text.includes(' ') && /\.\p{L}/u.test(text));
  return !isAddress && (text.replace(uuid, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).some(isWord);
}

/** The name of a file in words: `Holiday_in_Rome.mp4` is `Holiday in Rome`. */
function readName(fileName: string): string {
  const name = (fileName.split(/[/\\]/u).at(-1) ?? '').replace(/\.[a-z0-9]{2,4}$/iu, '');
  return name.includes(' ') ? name : name.replace(/[_+.-]+/gu, ' ');
}

/**
 * What a video is called: the name of its file and its tags, where they are words and not a number of a camera, a date or a hash.
 * @returns at most 200 characters, written by strangers; undefined if nothing is words
 */
export function findTitle(fileName: string, tags: TitleTags = {}): string | undefined {
  const remarks = [tags.description, tags.comment].filter(text => text && text.length <= maxRemarkCharacters);
  const found: string[] = [];
  for (const text of [readName(fileName), tags.title, tags.album, ...remarks]) {
    const title = cleanTitle(text ?? '');
    if (!title || !hasWords(title)) continue;
    if (!found.some(each => each.toLowerCase().includes(title.toLowerCase()))) found.push(title);
  }
  return cleanTitle(found.join(' · '));
}
