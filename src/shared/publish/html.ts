import { escapeMarkup } from '../escape-markup.ts';
import { getLanguage, type LanguageName } from '../languages.ts';
import type { Marks } from '../marks/provenance.ts';
import { t } from '../messages/message.ts';
import { publishedMessages } from '../messages/published-page.ts';
import { productName, productVersion } from '../product.ts';

/**
 * The styles of published pages and reports. Colours are the system's: they follow its theme and its contrast. Nothing moves. Paper
 * gets its usual margins, and no heading without a row.
 */
const pageStyle = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; background: Canvas; color: CanvasText; overflow-wrap: anywhere; }
main, footer { max-width: 52rem; margin-inline: auto; }
footer { margin-block-start: 2rem; border-block-start: 1px solid; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { margin-block: 2rem 0.5rem; font-size: 1.2rem; line-height: 1.3; }
video { display: block; width: 100%; max-height: 75vh; background: #000; }
a, button { min-width: 1.5rem; min-height: 1.5rem; }
a { display: inline-block; color: LinkText; }
button {
  padding: 0.25rem 0.6rem;
  border: 1px solid ButtonBorder;
  border-radius: 0.25rem;
  background: ButtonFace;
  color: ButtonText;
  font: inherit;
  cursor: pointer;
}
#controls { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block: 0.75rem; }
#controls[hidden], #controls [hidden] { display: none; }
#controls button { min-height: 2.75rem; padding-inline: 1rem; }
[aria-pressed="true"] { border-width: 3px; font-weight: 600; }
[aria-pressed="true"]::before { content: "✓ "; content: "✓ " / ""; }
:focus-visible { outline: 3px solid CanvasText; outline-offset: 2px; }
#status:empty { display: none; }
ul { padding-inline-start: 1.25rem; }
li { margin-block: 0.4rem; }
ol { margin: 0; padding: 0; list-style: none; }
ol li { display: grid; grid-template-columns: 5rem minmax(0, 1fr); gap: 0.75rem; align-items: start; }
ol a, ol button { justify-self: start; }
@media (forced-colors: active) { [aria-pressed="true"] { border-color: Highlight; } }
@media print {
  @page { margin: 18mm; }
  :root { color-scheme: light; font-size: 10.5pt; }
  body { padding: 0; background: none; color: #000; }
  main, footer { max-width: none; }
  video, #controls, #status, .help { display: none; }
  h1, h2 { break-after: avoid; break-inside: avoid; }
  li, p { break-inside: avoid; orphans: 3; widows: 3; }
  a, ol button { border: 0; padding: 0; background: none; color: inherit; text-decoration: none; }
}
`;

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
