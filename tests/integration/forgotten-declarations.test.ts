// @module-tag long
import { beforeAll, expect, test } from 'vitest';
import { compileCopy } from '../support/compile-copy.ts';
import type { Edit } from '../support/edit-file.ts';

const addColumnToUsers: Edit = {
  file: 'src/server/database/schema.ts',
  from: "pgTable('users', {",
  to: "pgTable('users', { nickname: text(),",
};

const addPlacedColumnToMails: readonly Edit[] = [
  {
    file: 'src/server/database/schema.ts',
    from: "pgTable('mails', {",
    to: "pgTable('mails', { tone: text(),",
  },
  {
    file: 'src/server/privacy/exported-columns.ts',
    from: '  mails: {',
    to: "  mails: { tone: 'mails.tone',",
  },
];

const addFilledColumnToSessions: readonly Edit[] = [
  {
    file: 'src/server/database/auth-schema.ts',
    from: '    userAgent: text(',
    to: '    town: text(), userAgent: text(',
  },
  {
    file: 'src/server/privacy/exported-columns.ts',
    from: '  session: {',
    to: "  session: { town: 'sessions.town',",
  },
  {
    file: 'src/shared/api/personal-data.ts',
    from: 'sessions: z.array(z.object({',
    to: 'sessions: z.array(z.object({ town: z.string().nullable(),',
  },
];

/** A route without guards, one with a guard too few, and one whose work needs what its guards do not find out. */
const forgetGuards: readonly Edit[] = [
  { file: 'src/server/privacy/privacy-route.ts', from: 'guards: openToAll,\n', to: '' },
  { file: 'src/server/messages/feedback-route.ts', from: "plan: 'any', ", to: '' },
  {
    file: 'src/server/narrations/free-script-route.ts',
    from: "quota: { what: 'script', isTold: true }",
    to: "quota: 'none'",
  },
];

/** A folder's routes come by the one function that knows of guards; the app itself is not theirs. */
const registerAround: Edit = {
  file: 'src/server/voices/voice-routes.ts',
  from: '  routes.add({',
  to: "  routes.get('/around', async () => 'nobody asked');\n  routes.add({",
};

/** A language, a page, a kind of job and a thing with a quota that are named, and told of nowhere else. */
const addWithoutTheRest: readonly Edit[] = [
  {
    file: 'src/shared/languages.ts',
    from: "  ['German', 'de',",
    to: "  ['Georgian', 'ka', 'ქართული', 'w', 105],\n  ['German', 'de',",
  },
  { file: 'src/shared/page-paths.ts', from: "  '/privacy',", to: "  '/privacy',\n  '/about'," },
  {
    file: 'src/server/jobs/job-queue.ts',
    from: '  sweep: Readonly<',
    to: '  welcome: { readonly email: string };\n  sweep: Readonly<',
  },
  { file: 'src/server/limits/daily-limits.ts', from: "| 'feedback';", to: "| 'feedback' | 'poem';" },
];

/** A mail of which it is not said whose account it is about. */
const forgetWhoseMail: Edit = {
  file: 'src/server/accounts/mailed-links.ts',
  from: 'uid: person.id, ',
  to: '',
};

/** A table of which nothing is said. */
const addTable: Edit = {
  file: 'src/server/database/schema.ts',
  from: '/** What came through',
  to: "export const badges = pgTable('badges', { id: text().primaryKey() });\n\n/** What came through",
};

let complaints: readonly string[];

/** What the compiler complains of in a file. */
function findComplaints(file: string): readonly string[] {
  return complaints.filter(each => each.startsWith(`src/server/${file}(`));
}

beforeAll(async () => {
  // All at once, because the compiler takes its time.
  complaints = await compileCopy([
    addColumnToUsers,
    ...addPlacedColumnToMails,
    ...addFilledColumnToSessions,
    ...forgetGuards,
    registerAround,
    ...addWithoutTheRest,
    forgetWhoseMail,
    addTable,
  ]);
});

test('a column that is neither in the file a person takes along nor left out of it does not compile', () => {
  expect(findComplaints('privacy/exported-columns.ts')).toContainEqual(
    expect.stringContaining("Property 'nickname' is missing"),
  );
});

test('a column that is placed in the file does not compile before the file has a field for it', () => {
  expect(findComplaints('privacy/exported-columns.ts')).toContainEqual(
    expect.stringContaining(`Type '"mails.tone"' is not assignable`),
  );
});

test('a field of the file does not compile before it is filled', () => {
  expect(findComplaints('accounts/collect-personal-data.ts')).toHaveLength(1);
});

test('a route without guards does not compile', () => {
  expect(findComplaints('privacy/privacy-route.ts')).toContainEqual(
    expect.stringContaining("Property 'guards' is missing"),
  );
});

test('a route that forgets one of its guards does not compile', () => {
  expect(findComplaints('messages/feedback-route.ts')).toContainEqual(
    expect.stringContaining("Property 'plan' is missing"),
  );
});

test('work that counts a use does not compile where no quota is declared', () => {
  expect(findComplaints('narrations/free-script-route.ts').join('\n')).toContain(
    "'use' is possibly 'undefined'",
  );
});

test('a route that is registered around the guards does not compile', () => {
  expect(findComplaints('voices/voice-routes.ts')).toEqual([
    expect.stringContaining("Property 'get' does not exist on type 'Routes'"),
  ]);
});

test.each([
  ['a language', 'engines/offline/phrases-by-language.ts', "'Georgian' is missing"],
  ['a language', 'engines/offline/speech/offline-voices.ts', "'ka' is missing"],
  ['a language', 'media/container/track-language.ts', "'ka' is missing"],
  ['a page', 'web/app/router.tsx', `'"/about"' is missing`],
  ['a page', 'web/lib/site-links.ts', `'"/about"' is missing`],
  ['a kind of job', 'server/jobs/job-queue.ts', "'welcome' is missing"],
  ['a kind of job', 'server/start-workers.ts', "'welcome' is missing"],
  ['a kind of job', 'server/accounts/delete-account.ts', "'welcome' is missing"],
  ['a quota', 'server/limits/daily-limits.ts', "'poem' is missing"],
  ['a table', 'server/privacy/stored-facts.ts', "'badges' is missing"],
  ['a table', 'server/privacy/sweep.ts', "'badges' is missing"],
  ['whose a mail is', 'server/accounts/mailed-links.ts', "'uid' is missing"],
])('%s that is forgotten in %s does not compile', (_, file, complaint) => {
  const found = complaints.filter(each => each.startsWith(`src/${file}(`));
  expect(found).toContainEqual(expect.stringContaining(complaint));
});

test('nothing else is complained of', () => {
  const files = [...new Set(complaints.map(each => each.slice(0, each.indexOf('('))))].sort();
  expect(files).toEqual([
    'src/engines/offline/phrases-by-language.ts',
    'src/engines/offline/speech/offline-voices.ts',
    'src/media/container/track-language.ts',
    'src/server/accounts/collect-personal-data.ts',
    'src/server/accounts/delete-account.ts',
    'src/server/accounts/mailed-links.ts',
    'src/server/jobs/job-queue.ts',
    'src/server/limits/daily-limits.ts',
    'src/server/messages/feedback-route.ts',
    'src/server/narrations/free-script-route.ts',
    'src/server/privacy/exported-columns.ts',
    'src/server/privacy/privacy-route.ts',
    'src/server/privacy/stored-facts.ts',
    'src/server/privacy/sweep.ts',
    'src/server/start-workers.ts',
    'src/server/voices/voice-routes.ts',
    'src/web/app/router.tsx',
    'src/web/lib/site-links.ts',
  ]);
});
