import { getLanguage, type LanguageName } from '#shared/languages.ts';

/** A language's native and English names, with native language tag and direction: “日本語 · Japanese”. */
export function LanguageLabel({ name }: { name: LanguageName }) {
  const { code, nativeName } = getLanguage(name);
  if (nativeName === name) return <span>{name}</span>;
  return (
    <span>
      <bdi lang={code}>{nativeName}</bdi> · {name}
    </span>
  );
}
