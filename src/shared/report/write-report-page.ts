import { escapeMarkup } from '../escape-markup.ts';
import type { Marks } from '../marks/provenance.ts';
import { reportMessages } from '../messages/description-report.ts';
import { t } from '../messages/message.ts';
import type { Project } from '../narration/project.ts';
import { writeHtml } from '../publish/html.ts';
import type { ReportRow, ReportSection } from './description-report.ts';

interface ReportPage {
  readonly project: Pick<Project, 'title'>;
  readonly marks?: Marks | undefined;
  /** The published page beside the report, to whose moments it links. */
  readonly page?: string | undefined;
}

/** The report of an audio description as one HTML file, ready to print. */
export function writeReportPage(
  [first, ...sections]: readonly ReportSection[],
  { project, marks, page }: ReportPage,
): string {
  const heading = first?.heading ?? t(reportMessages.title);
  const writeRow = ({ text, startSeconds }: ReportRow) => {
    const written = `<bdi>${escapeMarkup(text)}</bdi>`;
    if (page === undefined || startSeconds === undefined) return written;
    return `<a href="${page}#t=${Math.round(startSeconds * 1000) / 1000}">${written}</a>`;
  };
  const parts = sections.map(
    ({ heading: name, rows }) =>
      `<section>\n<h2>${escapeMarkup(name)}</h2>\n${rows.length > 0 ? `<ul>\n${rows.map(row => `<li>${writeRow(row)}</li>`).join('\n')}\n</ul>\n` : ''}</section>`,
  );
  const body = [
    `<h1>${escapeMarkup(heading)}</h1>`,
    project.title && `<p dir="auto"><strong>${escapeMarkup(project.title)}</strong></p>`,
    ...(first?.rows ?? []).map(row => `<p>${writeRow(row)}</p>`),
    ...parts,
    `<p>${t(reportMessages.check)}</p>`,
  ];
  const title = project.title ? `${heading}: ${project.title}` : heading;
  return writeHtml({ title, body: body.filter(Boolean).join('\n'), marks });
}
