import { expect, test } from 'vitest';
import { z } from 'zod';
import { type PersonalData, personalDataSchema } from '#shared/api/privacy.ts';
import type { TableName, Tables } from './stored-data.ts';

/** A column that is deliberately not exported. */
interface LeftOut {
  readonly leftOut: string;
}

type ListedPart = Exclude<keyof PersonalData, 'exportedAt' | 'notes'>;
type OneOf<Part> = Part extends readonly (infer Item)[] ? Item : NonNullable<Part>;

/** Position of a column in the export, such as `profile.email`. */
type ExportField = {
  [Part in ListedPart]: `${Part}.${keyof OneOf<PersonalData[Part]> & string}`;
}[ListedPart];

type ColumnsOf<Name extends TableName> = {
  readonly [Column in keyof Tables[Name]['$inferSelect']]: ExportField | LeftOut;
};

const opensTheAccount: LeftOut = { leftOut: 'It is a secret that opens the account.' };
const saysNothing: LeftOut = { leftOut: 'It is a number of our own, which says nothing.' };
const isInDocument: LeftOut = { leftOut: 'It is in the document, or counted from it.' };
const isOwner: LeftOut = { leftOut: 'It is the account that the file is about.' };
const alwaysEmpty: LeftOut = { leftOut: 'It is always empty.' };
const namesNobody: LeftOut = { leftOut: 'Nothing in this table says who it was.' };
const isOurs: LeftOut = { leftOut: 'This table is about nobody.' };

/**
 * Maps each database column to its field in the export of personal data, or to the reason for leaving it out. A new column without an entry
 * is a type error here; a mapped one needs a field in src/shared/api/privacy.ts, which must be filled in
 * src/server/accounts/personal-data.ts to compile. `GET /api/profile` has the same fields as `profile` in the export.
 */
const exportedColumns: {
  readonly [Name in TableName]: ColumnsOf<Name> | LeftOut;
} = {
  accounts: {
    id: 'account.uid',
    name: 'account.name',
    email: 'account.email',
    emailVerified: 'account.emailVerified',
    image: alwaysEmpty,
    createdAt: 'account.createdAt',
    updatedAt: 'account.updatedAt',
  },
  profiles: {
    uid: 'profile.uid',
    name: 'profile.name',
    authProvider: 'profile.authProvider',
    email: 'profile.email',
  },
  signInMethods: {
    id: saysNothing,
    accountId: 'signInMethods.accountId',
    providerId: 'signInMethods.provider',
    userId: isOwner,
    accessToken: alwaysEmpty,
    refreshToken: alwaysEmpty,
    idToken: alwaysEmpty,
    accessTokenExpiresAt: alwaysEmpty,
    refreshTokenExpiresAt: alwaysEmpty,
    scope: { leftOut: 'It is what every sign-in with Google asks for, and the same for everybody.' },
    // Only whether there is one: its hash is a secret.
    password: 'signInMethods.hasPassword',
    createdAt: 'signInMethods.createdAt',
    updatedAt: 'signInMethods.updatedAt',
  },
  session: {
    id: saysNothing,
    expiresAt: 'sessions.expiresAt',
    token: opensTheAccount,
    createdAt: 'sessions.createdAt',
    updatedAt: 'sessions.updatedAt',
    ipAddress: alwaysEmpty,
    userAgent: alwaysEmpty,
    userId: isOwner,
  },
  verification: {
    id: saysNothing,
    identifier: opensTheAccount,
    value: isOwner,
    expiresAt: 'mailedLinks.expiresAt',
    createdAt: 'mailedLinks.createdAt',
    updatedAt: { leftOut: 'A link is never changed, so that it is the time at which it was made.' },
  },
  knownPlaces: {
    key: opensTheAccount,
    uid: isOwner,
    kind: 'knownPlaces.kind',
    since: 'knownPlaces.since',
    endsAt: 'knownPlaces.endsAt',
  },
  mails: {
    id: saysNothing,
    uid: isOwner,
    recipient: 'mails.recipient',
    replyToName: { leftOut: 'Mails about an account ask for no answer.' },
    replyToAddress: { leftOut: 'Mails about an account ask for no answer.' },
    subject: { leftOut: 'It is forgotten once the mail was sent.' },
    body: { leftOut: 'It is forgotten once the mail was sent, and the links in it open the account.' },
    createdAt: 'mails.createdAt',
    sentAt: 'mails.sentAt',
  },
  providerCosts: {
    uid: isOwner,
    month: 'providerCosts.month',
    step: 'providerCosts.step',
    provider: 'providerCosts.provider',
    model: 'providerCosts.model',
    calls: 'providerCosts.calls',
    unpricedCalls: 'providerCosts.unpricedCalls',
    textTokensIn: 'providerCosts.textTokensIn',
    textTokensOut: 'providerCosts.textTokensOut',
    soundTokensIn: 'providerCosts.soundTokensIn',
    soundTokensOut: 'providerCosts.soundTokensOut',
    characters: 'providerCosts.characters',
    soundMilliseconds: 'providerCosts.soundSeconds',
    nanodollars: 'providerCosts.dollars',
    latestWork: saysNothing,
    latestAt: 'providerCosts.latestAt',
    latestNanodollars: 'providerCosts.latestDollars',
    latestCalls: 'providerCosts.latestCalls',
    latestUnpricedCalls: 'providerCosts.latestUnpricedCalls',
  },
  projects: {
    uid: isOwner,
    id: 'projects.id',
    document: 'projects.document',
    revision: saysNothing,
    epoch: saysNothing,
    title: 'projects.title',
    folder: 'projects.folder',
    fingerprint: isInDocument,
    durationMs: isInDocument,
    languages: isInDocument,
    searched: isInDocument,
    thumbnail: 'projects.thumbnail',
    sizeBytes: isInDocument,
    createdAt: 'projects.createdAt',
    updatedAt: 'projects.updatedAt',
    deletedAt: 'projects.deletedAt',
  },
  projectVersions: {
    uid: isOwner,
    projectId: 'projectVersions.projectId',
    revision: saysNothing,
    document: 'projectVersions.document',
    savedAt: 'projectVersions.savedAt',
  },
  shares: {
    id: saysNothing,
    key: { leftOut: 'It is a secret that opens the project.' },
    uid: isOwner,
    projectId: 'reviewLinks.projectId',
    narrationId: 'reviewLinks.narrationId',
    name: 'reviewLinks.name',
    createdAt: 'reviewLinks.createdAt',
    endsAt: 'reviewLinks.endsAt',
    showsOthers: 'reviewLinks.showsOthers',
  },
  sharePictures: { leftOut: 'They are pictures of a video that the account has.' },
  comments: {
    id: saysNothing,
    uid: isOwner,
    projectId: 'comments.projectId',
    narrationId: 'comments.narrationId',
    lineId: 'comments.lineId',
    shareId: saysNothing,
    via: 'comments.via',
    isOwner: 'comments.isOwner',
    author: 'comments.author',
    message: 'comments.message',
    createdAt: 'comments.createdAt',
    resolvedAt: 'comments.resolvedAt',
  },
  pronunciations: {
    uid: isOwner,
    language: 'pronunciations.language',
    term: 'pronunciations.term',
    say: 'pronunciations.say',
  },
  apiTokens: {
    id: saysNothing,
    uid: isOwner,
    key: opensTheAccount,
    name: 'apiTokens.name',
    scopes: 'apiTokens.scopes',
    createdAt: 'apiTokens.createdAt',
    usedAt: 'apiTokens.usedAt',
    calls: 'apiTokens.calls',
    nanodollars: 'apiTokens.dollars',
  },
  premiumMembers: {
    email: 'premiumMembership.email',
    source: 'premiumMembership.source',
    since: 'premiumMembership.since',
  },
  stripePurchases: {
    id: 'purchases.id',
    email: 'purchases.email',
    paidAt: 'purchases.paidAt',
    status: 'purchases.status',
    statusAt: 'purchases.statusAt',
  },
  contactMessages: {
    id: saysNothing,
    createdAt: 'contactMessages.createdAt',
    fromName: 'contactMessages.fromName',
    guestEmail: 'contactMessages.guestEmail',
    message: 'contactMessages.message',
  },
  feedback: {
    id: saysNothing,
    createdAt: 'feedback.createdAt',
    rating: 'feedback.rating',
    message: 'feedback.message',
    email: 'feedback.email',
  },
  narrationLog: namesNobody,
  dailyUse: namesNobody,
  recentTries: namesNobody,
  idempotencyKeys: namesNobody,
  dailySecret: isOurs,
  stripeEvents: isOurs,
  voiceSamples: isOurs,
  jwks: isOurs,
};

/** All fields of the exported file, such as `profile.email`, with their schemas. */
function listFields(): [string, z.ZodType][] {
  return Object.entries(personalDataSchema.shape).flatMap(([part, schema]) => {
    const one =
      schema instanceof z.ZodArray
        ? schema.element
        : schema instanceof z.ZodNullable
          ? schema.unwrap()
          : schema;
    return one instanceof z.ZodObject
      ? Object.entries(one.shape).map(([field, of]): [string, z.ZodType] => [
          `${part}.${field}`,
          of as z.ZodType,
        ])
      : [];
  });
}

const places = Object.values(exportedColumns)
  .flatMap(columns => Object.values(columns))
  .filter(place => typeof place === 'string' && /^\w+\.\w+$/u.test(place));

test('every field of the export is one database column, except the computed plan', () => {
  const fields = listFields().map(([name]) => name);
  expect([...places, 'account.plan'].sort()).toEqual(fields.sort());
});

test('no field of the export is optional, so that no column can be forgotten', () => {
  for (const [name, schema] of listFields())
    expect(schema.safeParse(undefined).success, `${name} may be missing`).toBe(false);
});

test('every column left out of the export has a reason', () => {
  for (const [table, columns] of Object.entries(exportedColumns))
    for (const [column, place] of Object.entries(columns))
      if (typeof place === 'object') expect(place.leftOut, `${table}.${column}`).toMatch(/\.$/u);
});
