export { LanguagePicker } from './language-picker.tsx';
export { LanguageList } from './language-popup.tsx';
export { LanguageWarning } from './language-warning.tsx';
export { markLanguage } from './mark-language.ts';
