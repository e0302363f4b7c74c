import type { Project } from './project.ts';

const longestExcerpt = 40;

/** What a project is called: as the person named it, else by its video, else by its first words; undefined without any. */
export function findProjectName({ title, video, narrations }: Project): string | undefined {
  if (title !== '') return title;
  if (video) return video.name.replace(/\.[^.]+$/, '');
  const text = narrations
    .flatMap(({ lines }) => lines)
    .find(line => line.text.trim() !== '')
    ?.text.trim();
  if (!text || text.length <= longestExcerpt) return text;
  return `${text.slice(0, longestExcerpt).trimEnd()}…`;
}
