import { escapeMarkup } from '../escape-markup.ts';
import { getLanguage, type LanguageName } from '../languages.ts';
import type { Marks } from '../marks/provenance.ts';
import { t } from '../messages/message.ts';
import { publishedMessages } from '../messages/published-page.ts';
import { productName, productVersion } from '../product.ts';
import { pageStyle } from './page-style.ts';

/** JSON for a `script` element: no text of it ends the element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

const rightToLeft = ['ar', 'fa', 'he', 'ur'];

/** The attributes of an element with a text in a language; undefined if it is unknown. */
export function writeLanguage(language: LanguageName | undefined): string {
  if (!language) return 'dir="auto"';
  const { code } = getLanguage(language);
  return `lang="${code}" dir="${rightToLeft.includes(code) ? 'rtl' : 'ltr'}"`;
}

interface HtmlPage {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** What a page may load, as `Content-Security-Policy` has it, beside its own styles. */
  readonly policy?: string;
  /** What it is about, for machines. */
  readonly marks?: Marks | undefined;
}

/** One file in English that loads nothing from elsewhere, with the styles of all our pages. */
export function writeHtml({ title, body, policy = '', marks }: HtmlPage): string {
  const rules = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; ${policy}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${rules.trim()}">
<meta name="generator" content="${productName} ${productVersion}">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="data:,">
<style>${pageStyle}</style>
</head>
<body>
<main>
${body}
</main>
<footer>
${marks ? `<p>${escapeMarkup(marks.sentence)}</p>\n` : ''}<p>${t(publishedMessages.madeWith, { software: `${productName} ${productVersion}` })}</p>
</footer>
</body>
</html>
`;
}
