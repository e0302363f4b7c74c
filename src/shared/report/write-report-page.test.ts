import { expect, test } from 'vitest';
import { writeReportPage } from './write-report-page.ts';

const sections = [
  { heading: 'Audio description report', rows: [{ text: 'Type: standard' }] },
  {
    heading: 'Lines: 2',
    rows: [
      { text: '0:01: <b>A & B</b>', startSeconds: 1.2345, lineId: 'a' },
      { text: 'דלת ירוקה', startSeconds: 4, lineId: 'b' },
    ],
  },
  { heading: 'Left out: 0', rows: [] },
];

test('a report is one page with a heading for each part, and shows texts as they are', () => {
  const html = writeReportPage(sections, { project: { title: '<i>Talk</i>' } });
  expect(html).toContain('<title>Audio description report: &lt;i&gt;Talk&lt;/i&gt;</title>');
  expect([...html.matchAll(/<h2>(.*)<\/h2>/gu)].map(([, heading]) => heading)).toEqual([
    'Lines: 2',
    'Left out: 0',
  ]);
  expect(html).toContain('<li><bdi>0:01: &lt;b&gt;A &amp; B&lt;/b&gt;</bdi></li>');
  expect(html).not.toContain('<script');
  expect(html).toContain('@media print');
});

test('beside a published page its rows lead to the moments of the video', () => {
  const html = writeReportPage(sections, { project: { title: '' }, page: 'index.html' });
  expect([...html.matchAll(/href="(index[^"]*)"/gu)].map(([, to]) => to)).toEqual([
    'index.html#t=1.235',
    'index.html#t=4',
  ]);
});
