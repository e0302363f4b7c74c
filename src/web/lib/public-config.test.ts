import { describe, expect, test } from 'vitest';
import { findShop } from './public-config.ts';

const origin = 'https://narrate.example.org';
const find = (premiumPlanUrl: string, email?: string) => findShop(premiumPlanUrl, email, origin);

describe('the shop of the premium plan', () => {
  test.each(['/premium', '/premium/', '/Premium', 'https://narrate.example.org/premium?from=mail'])(
    '%s is our own page, which sells nothing',
    url => {
      expect(find(url)).toBeUndefined();
    },
  );

  test('may be another page of the same server', () => {
    expect(find('/shop')).toEqual({ href: 'https://narrate.example.org/shop', host: 'narrate.example.org' });
  });

  test('receives the e-mail address only if it is a Stripe payment link', () => {
    expect(find('https://buy.stripe.com/test_abc?locale=de', 'ada+b@example.org')?.href).toBe(
      'https://buy.stripe.com/test_abc?locale=de&prefilled_email=ada%2Bb%40example.org',
    );
    expect(find('https://buy.stripe.com/test_abc')?.href).toBe('https://buy.stripe.com/test_abc');
    expect(find('https://buy.stripe.com.evil.example/abc', 'ada@example.org')?.href).toBe(
      'https://buy.stripe.com.evil.example/abc',
    );
  });
});
