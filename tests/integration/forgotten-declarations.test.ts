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

let complaints: readonly string[];

/** What the compiler complains of in a file. */
function findComplaints(file: string): readonly string[] {
  return complaints.filter(each => each.startsWith(`src/server/${file}(`));
}

beforeAll(async () => {
  // All at once, because the compiler takes its time.
  complaints = await compileCopy([addColumnToUsers, ...addPlacedColumnToMails, ...addFilledColumnToSessions]);
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

test('nothing else is complained of', () => {
  expect(complaints).toHaveLength(3);
});
