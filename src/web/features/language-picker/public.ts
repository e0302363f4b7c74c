export { LanguagePicker } from './language-picker.tsx';
export { LanguageList } from './language-popup.tsx';
export { describeLanguageWarning } from './language-support.ts';
export { markLanguage } from './mark-language.ts';
