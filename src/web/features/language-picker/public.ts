export { LanguagePicker } from './language-picker.tsx';
export { describeLanguageWarning, markLanguage } from './language-support.ts';
