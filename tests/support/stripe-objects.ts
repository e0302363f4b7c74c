import type { Stripe } from 'stripe';

/** Ids of one purchase, and the buyer's address. */
export interface Buyer {
  /** Part of every id. */
  readonly key: string;
  readonly email: string | null;
}

type Fields<T> = Partial<T> & Record<string, unknown>;

const address = { city: null, country: 'DE', line1: null, line2: null, postal_code: null, state: null };
const createdAt = 1_770_000_000;
const month = 30 * 24 * 3600;

/** A checkout session as Stripe documents it, of a payment link for a subscription; paid by default. */
export function makeSession({ key, email }: Buyer, fields: Fields<Stripe.Checkout.Session> = {}) {
  return {
    id: `cs_test_${key}`,
    object: 'checkout.session',
    adaptive_pricing: { enabled: true },
    after_expiration: null,
    allow_promotion_codes: false,
    amount_subtotal: 900,
    amount_total: 900,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: 'auto',
    branding_settings: null,
    cancel_url: 'https://stripe.com',
    client_reference_id: null,
    client_secret: null,
    collected_information: { shipping_details: null },
    consent: null,
    consent_collection: null,
    created: createdAt,
    currency: 'eur',
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: `cus_${key}`,
    customer_account: null,
    customer_creation: 'always',
    customer_details: { address, email, name: 'Ada Lovelace', phone: null, tax_exempt: 'none', tax_ids: [] },
    customer_email: null,
    discounts: [],
    expires_at: createdAt + 86_400,
    invoice: `in_${key}`,
    invoice_creation: null,
    livemode: false,
    locale: 'auto',
    metadata: {},
    mode: 'subscription',
    payment_intent: null,
    payment_link: 'plink_1TheOneThatSellsThePlan',
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card', 'sepa_debit'],
    payment_status: 'paid',
    permissions: null,
    phone_number_collection: { enabled: false },
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'complete',
    submit_type: 'auto',
    subscription: `sub_${key}`,
    success_url: 'https://stripe.com',
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted',
    url: null,
    ...fields,
  };
}

/** The same for a single payment. */
export function makeSessionOfPayment(buyer: Buyer, fields: Fields<Stripe.Checkout.Session> = {}) {
  const once = {
    mode: 'payment',
    payment_intent: `pi_${buyer.key}`,
    subscription: null,
    invoice: null,
  } as const;
  return makeSession(buyer, { ...once, ...fields });
}

export function makeSubscription({ key }: Buyer, status: string, fields: Fields<Stripe.Subscription> = {}) {
  const isOver = status === 'canceled';
  return {
    id: `sub_${key}`,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: createdAt,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible', updated_at: createdAt },
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: isOver ? createdAt + month : null,
    cancellation_details: { comment: null, feedback: null, reason: isOver ? 'cancellation_requested' : null },
    collection_method: 'charge_automatically',
    created: createdAt,
    currency: 'eur',
    customer: `cus_${key}`,
    customer_account: null,
    days_until_due: null,
    default_payment_method: `pm_${key}`,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: isOver ? createdAt + month : null,
    invoice_settings: { account_tax_ids: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: [
        {
          id: `si_${key}`,
          object: 'subscription_item',
          billing_thresholds: null,
          created: createdAt,
          current_period_end: createdAt + month,
          current_period_start: createdAt,
          discounts: [],
          metadata: {},
          price: makePrice(),
          quantity: 1,
          subscription: `sub_${key}`,
          tax_rates: [],
        },
      ],
      has_more: false,
      total_count: 1,
      url: `/v1/subscription_items?subscription=sub_${key}`,
    },
    latest_invoice: `in_${key}`,
    livemode: false,
    metadata: {},
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: createdAt,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' } },
    trial_start: null,
    ...fields,
  };
}

function makePrice() {
  return {
    id: 'price_1ThePremiumPlan',
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: createdAt,
    currency: 'eur',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: 'prod_ThePremiumPlan',
    recurring: {
      interval: 'month',
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: 900,
    unit_amount_decimal: '900',
  };
}

/** A paid invoice as Stripe documents it. */
export function makePaidInvoice({ key, email }: Buyer, fields: Record<string, unknown> = {}) {
  return {
    id: `in_${key}`,
    object: 'invoice',
    account_country: 'DE',
    account_name: 'Benshi',
    amount_due: 900,
    amount_overpaid: 0,
    amount_paid: 900,
    amount_remaining: 0,
    attempt_count: 1,
    attempted: true,
    auto_advance: false,
    billing_reason: 'subscription_cycle',
    collection_method: 'charge_automatically',
    created: createdAt,
    currency: 'eur',
    customer: `cus_${key}`,
    customer_email: email,
    customer_name: 'Ada Lovelace',
    discounts: [],
    due_date: null,
    ending_balance: 0,
    hosted_invoice_url: `https://invoice.stripe.com/i/acct_1/test_${key}`,
    lines: { object: 'list', data: [], has_more: false, total_count: 1, url: `/v1/invoices/in_${key}/lines` },
    livemode: false,
    metadata: {},
    number: 'A1B2C3D4-0001',
    parent: {
      quote_details: null,
      subscription_details: { metadata: {}, subscription: `sub_${key}` },
      type: 'subscription_details',
    },
    period_end: createdAt,
    period_start: createdAt,
    status: 'paid',
    status_transitions: {
      finalized_at: createdAt,
      marked_uncollectible_at: null,
      paid_at: createdAt,
      voided_at: null,
    },
    subtotal: 900,
    total: 900,
    ...fields,
  };
}
