import { describe, expect, test } from 'vitest';
import { findShop } from './find-shop.ts';

const origin = 'https://narrate.example.org';
const find = (premiumPlanUrl: string, email?: string) => findShop({ premiumPlanUrl, origin, email });

describe('where the premium plan is bought', () => {
  test.each(['/premium', '/premium/', '/Premium', 'https://narrate.example.org/premium?from=mail'])(
    '%s is our own page, which sells nothing itself',
    url => {
      expect(find(url)).toBeUndefined();
    },
  );

  test('may be another page of the same server', () => {
    expect(find('/shop')).toEqual({ href: 'https://narrate.example.org/shop', host: 'narrate.example.org' });
  });

  test('receives the address only where it is a payment link of Stripe', () => {
    expect(find('https://buy.stripe.com/test_abc?locale=de', 'ada+b@example.org')?.href).toBe(
      'https://buy.stripe.com/test_abc?locale=de&prefilled_email=ada%2Bb%40example.org',
    );
    expect(find('https://buy.stripe.com/test_abc')?.href).toBe('https://buy.stripe.com/test_abc');
    expect(find('https://buy.stripe.com.evil.example/abc', 'ada@example.org')?.href).toBe(
      'https://buy.stripe.com.evil.example/abc',
    );
  });
});
