import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { engineMessages } from '#shared/messages/engines.ts';
import { t } from '#shared/messages/message.ts';

export interface TextData {
  /** As the package is called: `eng`, `deu`, `jpn`. */
  readonly language: string;
  /** The gzipped model. */
  readonly path: string;
}

export interface FoundTextData {
  readonly installed: readonly TextData[];
  /** Languages whose package is not there. */
  readonly missing: readonly string[];
}

/** The variants that a package has: the first is as good as the second here and a quarter of its size. */
const variants = ['4.0.0_best_int', '4.0.0'];

const require = createRequire(import.meta.url);

/** Finds the installed data packages `@tesseract.js-data/<language>`. Opens none of their files. */
export function findTextData(languages: readonly string[]): FoundTextData {
  const installed: TextData[] = [];
  const missing: string[] = [];
  for (const language of languages) {
    const path = findModel(language);
    if (path === undefined) missing.push(language);
    else installed.push({ language, path });
  }
  return { installed, missing };
}

function findModel(language: string): string | undefined {
  const folder = findPackage(language);
  if (folder === undefined) return undefined;
  return variants
    .map(variant => join(folder, variant, `${language}.traineddata.gz`))
    .find(path => existsSync(path));
}

function findPackage(language: string): string | undefined {
  try {
    return dirname(require.resolve(`${namePackage(language)}/package.json`));
  } catch {
    return undefined;
  }
}

function namePackage(language: string): string {
  return `@tesseract.js-data/${language}`;
}

/** A sentence about languages without a package, with the command that installs them. */
export function describeMissingTextData(missing: readonly string[]): string {
  const packages = missing.map(namePackage).join(' ');
  return t(engineMessages.textDataMissing, { languages: missing.join(', '), packages });
}
