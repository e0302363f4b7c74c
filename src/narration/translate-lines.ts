export interface TranslatedLine {
  readonly id: string;
  readonly text: string;
}
