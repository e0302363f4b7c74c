import { openDatabase } from '#server/database/open-database.ts';
import { accounts } from '#server/database/schema.ts';
import { toColumns } from '#server/projects/document-worker.ts';
import { ProjectStore } from '#server/projects/project-store.ts';
import { projectsQuerySchema } from '#shared/api/projects.ts';
import { createLine, createNarration, createProject } from '#shared/narration/project.ts';
import { startPostgres } from '../tests/support/start-postgres.ts';
import { type BenchRow, makeFolder, median, timeRounds } from './measure.ts';

const goalMs = 300;
const count = 1000;
const linesPerProject = 100;

/** Lists, and searches, 1,000 projects of 100 lines, on both databases. */
export async function benchProjectList(): Promise<BenchRow[]> {
  await using folder = await makeFolder();
  await using postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase('benshi');
  return [
    ...(await measure('embedded', { dataDir: folder.path, databaseUrl: undefined })),
    ...(await measure('Postgres', { dataDir: folder.path, databaseUrl })),
  ];
}

async function measure(name: string, place: Parameters<typeof openDatabase>[0]): Promise<BenchRow[]> {
  const database = await openDatabase(place);
  try {
    await database.queries.insert(accounts).values({ id: 'ada', name: 'Ada', email: 'ada@example.org' });
    const store = new ProjectStore(database.queries);
    for (let at = 0; at < count; at++) await store.write('ada', toColumns(makeProject(at)), 0);
    const rows: BenchRow[] = [];
    for (const [what, search] of [
      ['listed', undefined],
      ['searched for a word of one line', 'lighthouse 777'],
    ] as const) {
      const query = projectsQuerySchema.parse({ limit: String(count), search });
      const ms = median(await timeRounds(9, () => store.list('ada', query)));
      rows.push({
        what: `${count} projects of ${linesPerProject} lines ${what}, ${name}`,
        figure: `${Math.round(ms)} ms`,
        goal: `at most ${goalMs} ms`,
        isMet: ms <= goalMs,
      });
    }
    return rows;
  } finally {
    await database.close();
  }
}

function makeProject(number: number) {
  const lines = Array.from({ length: linesPerProject }, (_, at) =>
    createLine({
      text: `A boat passes lighthouse ${number} while somebody waves, ${at}.`,
      startMs: at * 5000,
    }),
  );
  const narrations = [createNarration({ style: 'timed', language: 'English', lines })];
  return { ...createProject(`Film ${number}`), narrations };
}
