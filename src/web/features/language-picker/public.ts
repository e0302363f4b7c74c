export { LanguagePicker, LanguageWarning } from './language-picker.tsx';
export { LanguageList } from './language-popup.tsx';
export { markLanguage } from './language-support.tsx';
