import { getLanguage, type LanguageName } from '#shared/languages.ts';
import { printProject } from '#shared/narration/open-project.ts';
import { joinText, toCues } from '#shared/narration/project.ts';
import { printTimedScript } from '#shared/narration/timed-text.ts';
import { writeDescriptionReport } from '#shared/script/description-report.ts';
import { writeDescriptions, writeSrt, writeVtt } from '#shared/script/write-subtitles.ts';
import { writeTranscriptSubtitles, writeTranscriptText } from '#shared/transcript/write-transcript.ts';
import { type ExportSource, isDescription, type TextFormat } from './kinds.ts';

const mimeTypes: Readonly<Record<TextFormat, string>> = {
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  script: 'text/plain',
  timedScript: 'text/plain',
  descriptions: 'text/vtt',
  report: 'text/plain',
  project: 'application/json',
  saidSrt: 'application/x-subrip',
  saidVtt: 'text/vtt',
  sdhSrt: 'application/x-subrip',
  sdhVtt: 'text/vtt',
  saidText: 'text/plain',
  saidMarkdown: 'text/markdown',
};

/** @param language that the narration is spoken in */
export function makeTextFile(format: TextFormat, source: ExportSource, language: LanguageName): Blob {
  return new Blob([writeText(format, source, language)], { type: `${mimeTypes[format]};charset=utf-8` });
}

function writeText(
  format: TextFormat,
  { project, narration, voice }: ExportSource,
  name: LanguageName,
): string {
  const language = getLanguage(name);
  const { cues = [], described } = voice ?? {};
  const lines = narration?.lines ?? [];
  switch (format) {
    case 'srt':
      return writeSrt(cues, language);
    case 'vtt':
      return writeVtt(cues, language);
    case 'script':
      return joinText(lines);
    case 'timedScript':
      return printTimedScript(toCues(lines));
    case 'descriptions':
      return writeDescriptions(cues, language);
    case 'report':
      return described ? writeDescriptionReport(described) : '';
    case 'project':
      return printProject(project);
    case 'saidSrt':
    case 'sdhSrt':
      return writeTranscriptSubtitles(project, { format: 'srt', isSdh: format === 'sdhSrt' });
    case 'saidVtt':
    case 'sdhVtt':
      return writeTranscriptSubtitles(project, { format: 'vtt', isSdh: format === 'sdhVtt' });
    case 'saidText':
    case 'saidMarkdown':
      return writeTranscriptText(
        project,
        format === 'saidText' ? 'txt' : 'md',
        isDescription(narration) ? lines : [],
      );
  }
}
