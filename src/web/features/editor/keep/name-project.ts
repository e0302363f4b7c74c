import { t } from '#shared/messages/message.ts';
import { narrationsMessages } from '#shared/messages/narrations.ts';
import { versionsMessages } from '#shared/messages/versions.ts';
import { findProjectName, type Narration, type Project } from '#shared/narration/project.ts';
import { getVoiceName } from '#shared/voices.ts';

export function nameProject(project: Project): string {
  return findProjectName(project) ?? t(narrationsMessages.untitled);
}

export function listLanguages({ narrations }: Project): readonly string[] {
  return [...new Set(narrations.flatMap(({ language }) => language ?? []))];
}

/** What a version is called: by its number among those of the project, and its name, else its language and voice. */
export function nameVersion({ narrations }: Project, narration: Narration): string {
  const number = narrations.indexOf(narration) + 1;
  const { name, language, settings } = narration;
  const voice = settings.voice && getVoiceName(settings.voice);
  if (name !== '') return t(versionsMessages.named, { number, name });
  if (language && voice) return t(versionsMessages.spokenInLanguage, { number, language, voice });
  if (language) return t(versionsMessages.inLanguage, { number, language });
  return voice ? t(versionsMessages.spokenBy, { number, voice }) : t(versionsMessages.numbered, { number });
}
