import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { readConfig } from '#server/config/config.ts';
import type { MeAnswer } from '#shared/api/account.ts';
import type { ConfigAnswer } from '#shared/api/config.ts';
import type { VoicesAnswer } from '#shared/api/voices.ts';
import { languageNames } from '#shared/languages.ts';
import { voiceCatalogue } from '#shared/voice-catalogue.ts';
import { Providers, queryClient } from '../../src/web/app/page.tsx';

const offline = { name: 'the offline engine', isOffline: true };
const engine = { ...offline, isSubstitute: false, isImpaired: false };
const engineOfVoices = {
  id: 'offline',
  ...offline,
  hasPremiumVoices: false,
  differentVoices: 41,
  unsharedVoices: 41,
  ownVoices: [],
  languages: [...languageNames],
  borrowedVoices: [],
};
const defaults = readConfig({});

const config: ConfigAnswer = {
  engines: {
    vision: engine,
    script: { ...engine, canExpand: false, canRewriteLines: false, canTranslate: false },
    speech: engine,
  },
  canSetUp: false,
  maxVideoBytes: defaults.maxVideoBytes,
  maxVideoSeconds: defaults.maxVideoSeconds,
  maxTimedFrames: defaults.maxTimedFrames,
  narrationsPerDay: {
    free: defaults.freeNarrationsPerDay,
    standard: defaults.standardNarrationsPerDay,
    premium: defaults.premiumNarrationsPerDay,
  },
  premiumPlanUrl: defaults.premiumPlanUrl,
  hearsOfPayments: false,
  google: { isConfigured: true },
  isSignUpOpen: true,
  hasPasswordSignIn: true,
  contactForm: {},
};

const voices: VoicesAnswer = {
  engines: { standard: engineOfVoices, premium: engineOfVoices },
  others: { standard: [], premium: [] },
  voices: voiceCatalogue.map(({ name, plan, tags }) => ({
    name,
    plan,
    description: tags.join(' '),
    audioSrc: `/api/voices/${name}/sample.mp3`,
  })),
};

export function createPerson(plan: MeAnswer['plan']): MeAnswer {
  return {
    uid: plan,
    email: 'ada@example.org',
    emailVerified: true,
    plan,
    narrations: { limit: 50, remaining: 50, resetsAt: '2026-01-01T00:00:00Z' },
    needsVerificationForPremium: false,
  };
}

/** A screen at its first rendering, with the server's default answers. */
export function renderScreen(screen: ReactNode, { path = '/', me = null as MeAnswer | null } = {}): Screen {
  queryClient.clear();
  queryClient.setQueryData(['session'], me);
  queryClient.setQueryData(['config'], config);
  queryClient.setQueryData(['voices'], voices);
  queryClient.setQueryData(['reset link', 'x'], { works: true });
  if (me) {
    const profile = { uid: me.uid, name: 'Ada Lovelace', authProvider: 'local', email: me.email };
    queryClient.setQueryData(['profile', me.uid], profile);
  }
  const router = createMemoryRouter([{ path: '*', element: screen }], { initialEntries: [path] });
  const html = renderToStaticMarkup(
    <Providers>
      <RouterProvider router={router} />
    </Providers>,
  );
  router.dispose();
  return new Screen(html);
}

interface Element {
  readonly attributes: Readonly<Record<string, string>>;
  /** Its text, or its accessible name. */
  readonly name: string;
  readonly inside: string;
}

/** React's markup. Every attribute is in double quotes, and none of the queried elements nests in its kind. */
export class Screen {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }

  /** All visible text. */
  get text(): string {
    return readText(this.html);
  }

  find(tag: string): Element[] {
    const pattern = new RegExp(`<${tag}(?= |/|>)([^>]*?)(?:/>|>(?:(.*?)</${tag}>)?)`, 'gsu');
    return [...this.html.matchAll(pattern)].map(([, written = '', inside = '']) => {
      const attributes = readAttributes(written);
      return { attributes, name: attributes['aria-label'] ?? readText(inside), inside };
    });
  }

  /** The names of all elements of a kind. */
  names(tag: string): string[] {
    return this.find(tag).map(element => element.name);
  }

  /** Link targets by text. */
  get links(): Record<string, string> {
    return Object.fromEntries(this.find('a').map(({ name, attributes }) => [name, attributes.href ?? '']));
  }

  get placeholders(): string[] {
    return [...this.html.matchAll(/ placeholder="([^"]*)"/gu)].map(([, text = '']) => unescapeHtml(text));
  }
}

function readAttributes(written: string): Record<string, string> {
  return Object.fromEntries(
    [...written.matchAll(/([\w-]+)="([^"]*)"/gu)].map(([, name = '', value = '']) => [
      name,
      unescapeHtml(value),
    ]),
  );
}

function readText(html: string): string {
  return unescapeHtml(html.replaceAll(/<[^>]*>/gu, '')).trim();
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
