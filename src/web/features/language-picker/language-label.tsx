import { getLanguage, type LanguageName } from '#shared/languages.ts';

/** The names of a language, its own in its own voice and direction: “日本語 · Japanese”. */
export function LanguageLabel({ name }: { name: LanguageName }) {
  const { code, nativeName } = getLanguage(name);
  if (nativeName === name) return <span>{name}</span>;
  return (
    <span>
      <bdi lang={code}>{nativeName}</bdi> · {name}
    </span>
  );
}
