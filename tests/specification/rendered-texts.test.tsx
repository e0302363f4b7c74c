import { describe, expect, test, vi } from 'vitest';
import { feedbackRequestSchema } from '#shared/api/contact.ts';
import { freeLanguageNames, type LanguageName, languageNames } from '#shared/languages.ts';
import { premiumVoices, standardVoices } from '#shared/voices.ts';
import { SubmitButton } from '../../src/web/components/button.tsx';
import { AccountAccess } from '../../src/web/features/accounts/account-access.tsx';
import { LoginPage, RegisterPage, ResetPage } from '../../src/web/features/accounts/account-pages.tsx';
import { ContactPage } from '../../src/web/features/contact/contact-page.tsx';
import { Dashboard } from '../../src/web/features/dashboard/dashboard.tsx';

import { collectSound } from '../../src/web/features/editor/api/calls.ts';
import { AudioLink } from '../../src/web/features/editor/export/export-button.tsx';

import { WorkButton } from '../../src/web/features/editor/start/work-button.tsx';
import { HomePage } from '../../src/web/features/free-page/home-page.tsx';
import { LanguageList } from '../../src/web/features/language-picker/language-popup.tsx';
import { markLanguage } from '../../src/web/features/language-picker/language-support.tsx';
import { TagChip } from '../../src/web/features/voice-picker/tag-filters.tsx';
import type { Speaker, Speakers } from '../../src/web/features/voice-samples/speakers.ts';
import { PlayButton } from '../../src/web/features/voice-samples/voice-samples.tsx';
import { readSpecifiedConstants } from './read-constants.ts';
import { createPerson, renderScreen, type Screen } from './render-page.tsx';

// The early error handler listens to the window when it is imported.
vi.hoisted(() => vi.stubGlobal('window', new EventTarget()));
vi.unstubAllGlobals();

const { labels, languages, voices, calls, settings, text } = readSpecifiedConstants();

describe.each([
  ['login', LoginPage],
  ['register', RegisterPage],
  ['reset', ResetPage],
] as const)('the screen %s', (name, Page) => {
  const specified = labels[name];

  test('has the specified labels and links, and nothing else', () => {
    const screen = renderScreen(<Page />, { path: `/${name}` });
    expect(screen.names('h1')).toEqual([specified.heading]);
    expect(screen.names('label')).toEqual(specified.fields);
    expect(screen.names('button')).toEqual(specified.buttons);
    expect(screen.links).toEqual(specified.links);
  });
});

test.each([
  ['login', LoginPage, '/login', 'current-password'],
  ['register', RegisterPage, '/register', 'new-password'],
  ['new password', ResetPage, '/reset?token=x', 'new-password'],
] as const)('the password of the screen %s is masked and works with password managers', (...row) => {
  const [, Page, path, autocomplete] = row;
  const fields = renderScreen(<Page />, { path }).find('input');
  const password = fields.find(({ attributes }) => attributes.name === 'password')?.attributes;
  expect(password).toMatchObject({ type: 'password', autoComplete: autocomplete });
  // Nothing truncates a long one or prevents pasting.
  for (const hindrance of ['maxLength', 'pattern', 'readOnly'])
    expect(Object.keys(password ?? {})).not.toContain(hindrance);
});

test('the contact form has the specified labels, fields and placeholders', () => {
  const screen = renderScreen(<ContactPage />, { path: '/contact' });
  const fields = [...screen.find('input'), ...screen.find('textarea')].map(({ attributes }) => attributes);
  const asked = calls.contactFields.map(name => fields.find(field => field.name === name));
  expect(asked.map(field => field?.placeholder)).toEqual(labels.contact.placeholders);
  expect(asked.map(field => field?.type === 'email')).toEqual([false, true, false]);
  expect(screen.names('label').slice(0, 3)).toEqual(labels.contact.fields);
  expect(screen.names('button')).toEqual(labels.contact.buttons);
  expect(screen.names('h1')).toEqual([labels.contact.heading]);
});

describe('the free page', () => {
  const screen = renderScreen(<HomePage />);

  test('has the specified title, upload and hint', () => {
    expect(screen.names('h1')).toEqual([labels.freePage.heading]);
    expect(screen.names('label')).toContain(labels.freePage.upload);
    expect(screen.names('p')).toContain(labels.freePage.voiceHint);
  });

  test('offers to sign in', () => {
    expect(renderScreen(<AccountAccess />).names('button')).toEqual([labels.freePage.signIn]);
  });

  test('offers the 28 languages with English chosen, and the five voices with none chosen', () => {
    expect(readField(screen, 'Language')).toBe(languages.freePageDefault);
    expect(readOptions(freeLanguageNames).values).toEqual(languages.freePage);
    expect(readField(screen, 'Voice')).toBe(labels.studio.noVoice);
    expect(standardVoices).toEqual(voices.standard);
  });

  test('has the specified studio', () => expectEditor(screen));
});

describe('the standard dashboard', () => {
  const screen = renderDashboard('standard');

  test('has the welcome, the link to the plan and Logout', () => {
    expect(screen.names('h1')).toEqual([labels.dashboard.heading]);
    expect(screen.names('button')).toEqual(expect.arrayContaining(labels.dashboard.buttons));
    const link = screen.find('a').find(({ name }) => name === labels.dashboard.planLink);
    expect(link?.attributes).toMatchObject({ href: settings.premiumPlanUrl, target: '_blank' });
  });

  test('offers the 57 languages, each under its own name and the English one', () => {
    const { values, names } = readOptions(languageNames);
    expect(values).toEqual(languages.dashboards);
    expect(names.map(name => name.split(' · ').at(-1))).toEqual(languages.dashboards);
    expect(names).toContain(labels.studio.language);
  });

  test('has the specified studio', () => expectEditor(screen));
});

describe('the premium dashboard', () => {
  const screen = renderDashboard('premium');

  test('has the specified heading and message, and sells nothing', () => {
    expect(screen.names('h1')).toEqual([labels.premiumDashboard.heading]);
    expect(screen.text).toContain(labels.premiumDashboard.message);
    expect(screen.names('a')).not.toContain(labels.dashboard.planLink);
  });

  test('has the specified studio', () => expectEditor(screen));

  test.each(premiumVoices)('plays and pauses %s', voice => {
    const show = (phase: 'paused' | 'playing') =>
      renderScreen(<PlayButton voice={{ id: voice, name: voice }} preview={{ id: voice, phase }} />);
    const names = [show('paused'), show('playing')].flatMap(button => button.names('button'));
    expect(names).toEqual(labels.premiumDashboard.preview.map(word => `${word} ${voice}`));
  });

  test('shows a tag as a chip with its text', () => {
    expect(renderScreen(<TagChip tag="jolly" />).names('span')).toEqual(['jolly']);
  });
});

test('a busy button has the specified text', () => {
  const nothing = () => undefined;
  const work = renderScreen(
    <WorkButton label="Generate Audio" isWorking disabled onBegin={nothing} onCancel={nothing} />,
  );
  expect(work.names('button')[0]).toBe(labels.working);
  const form = renderScreen(<SubmitButton isPending>Login</SubmitButton>);
  expect(form.names('button')).toEqual([labels.working]);
});

test('the sound is downloaded with the specified label, name and type', async () => {
  const [link] = renderScreen(<AudioLink url="blob:sound" />).find('a');
  expect(link?.name).toBe(labels.studio.download);
  expect(link?.attributes).toMatchObject({ href: 'blob:sound', download: calls.audioFileName });
  const answer = new Response('sound');
  const sound = await collectSound(answer, new AbortController().signal, () => undefined);
  expect(sound.mp3.type).toBe(calls.audioMediaType);
});

test('a language without its own voice says so in its option, as specified', () => {
  const speaker: Speaker = {
    id: 'offline',
    name: 'the offline engine',
    isOffline: true,
    isStandIn: false,
    hasPremiumVoices: false,
    differentVoices: 41,
    unsharedVoices: 41,
    ownVoices: [],
    languages: ['Spanish'],
    borrowedVoices: [{ language: 'Galician', spokenAs: 'Spanish' }],
  };
  expect(readOptions(['Galician'], [speaker]).names).toEqual([labels.studio.borrowedLanguage]);
});

test('the feedback form has the specified fields', () => {
  expect(Object.keys(feedbackRequestSchema.shape)).toEqual(calls.feedbackFields);
});

function renderDashboard(plan: 'standard' | 'premium'): Screen {
  // The link to the plan is compared with the page's own address.
  vi.stubGlobal('window', { location: new URL('https://benshi.example.org/dashboard') });
  const path = plan === 'premium' ? '/DashboardPremium' : '/dashboard';
  const screen = renderScreen(<Dashboard />, { path, me: createPerson(plan) });
  vi.unstubAllGlobals();
  return screen;
}

/** The text of a field that opens a list. */
function readField(screen: Screen, label: string): string | undefined {
  const id = screen.find('label').find(({ name }) => name === label)?.attributes.for;
  const field = screen.find('button').find(({ attributes }) => attributes.id === id);
  return field?.attributes.role === 'combobox' ? field.name : undefined;
}

function readOptions(names: readonly LanguageName[], speakers?: Speakers) {
  const list = renderScreen(
    <LanguageList
      names={names}
      isChosen={name => name === 'English'}
      describe={name => speakers && markLanguage(speakers, name)}
      opening={{ at: 'chosen' }}
      onChoose={() => undefined}
    />,
  );
  const written = [...list.html.matchAll(/<div[^>]*role="option"[^>]*>(.*?)<\/div>/gu)];
  const shown = written.map(([, inside = '']) => inside.replaceAll(/<[^>]*>/gu, ''));
  return {
    values: shown.map(text => /([^·]+?)(?: —.*)?$/u.exec(text)?.[1]?.trim()),
    names: shown,
  };
}

function expectEditor(screen: Screen): void {
  const { promptPlaceholder, fields, noVoice, buttons } = labels.studio;
  const prompt = screen
    .find('textarea')
    .find(({ attributes }) => attributes.placeholder === promptPlaceholder);
  expect(prompt?.attributes.maxLength ?? prompt?.attributes.maxlength).toBe(String(text.promptCharacters));
  expect(screen.names('label')).toEqual(expect.arrayContaining(fields));
  expect(readField(screen, 'Voice')).toBe(noVoice);
  expect(screen.names('button')).toEqual(expect.arrayContaining(buttons));
  const picker = screen.find('input').find(({ attributes }) => attributes.type === 'file');
  expect(picker?.attributes.accept).toMatch(/^video\/\*/u);
}
