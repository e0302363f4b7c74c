import { defineMessages } from './message.ts';

/** The page `/premium`. */
export const planMessages = defineMessages('plans', {
  intro:
    'All plans use the same AI and let you edit every word. Premium adds more voices and more narrations a day.',

  comparison: 'Plan comparison',
  feature: 'Feature',
  visitor: 'Visitor',
  standard: 'Standard',
  premium: 'Premium',
  narrationsPerDay: 'Narrations per day',
  languages: 'Languages',
  voices: 'Voices',
  previews: 'Voice previews',
  allVoices: 'All voices',
  filters: 'Voice filters',
  no: 'No',
  filterKinds: 'Accent, age, gender, mood, use',
  price: 'Price',
  free: 'Free',
  freeWithAccount: 'Free, with an account',
  priceAtShop: 'See {host}',
  priceOnRequest: 'On request',

  get: 'Get premium',
  yours: 'Your plan',
  hasPremium: 'You have the premium plan.',
  askToPay:
    'The operator of this server sells the plan. <contact>Ask how to pay</contact>. Your plan starts when the payment arrives.',
  askForPlan: '<contact>Ask the operator</contact> for the Premium plan.',
  payAtShop:
    'You pay at {host}, which opens in a new tab. Your plan starts when the payment arrives, usually within a minute. Open dashboards update automatically.',
  readAtShop:
    '{host} explains the plan and opens in a new tab. The operator of this server then assigns it to your email address.',
  registerToPay:
    'The plan is tied to an email address. <register>Register</register> with the one you pay with, then open the link we send you.',
  registerToAsk:
    'The plan is tied to an email address. <register>Register</register> with the one you give, then open the link we send you.',
  payWithAddress: 'Pay with the address of your account: <email>{email}</email>',
  giveAddress: 'Give the address of your account: <email>{email}</email>',
  confirmAddress: 'Confirm this address first: open the link in the email we sent there.',
  buy: 'Buy the premium plan',
  goToShop: 'See the premium plan',

  cancel: 'Cancel premium',
  cancelAtShop:
    'Cancel where you paid. The link is in the email with your receipt. You keep premium until the paid period ends. Then your account becomes a standard one. Your work is kept.',
  askToCancel: 'Ask the operator of this server. Your account becomes a standard one. Your work is kept.',

  premiumVoices: 'Premium voices',
  spokenOffline:
    'No voice provider is connected. The offline engine speaks all premium voices, each with its own pitch and tone. They sound synthetic.',
  spokenByOwn:
    'These voices are spoken by {provider}. The voice list marks voices that do not fit your language.',
  spokenByOwnIn: {
    one: 'These voices are spoken by {provider} in {count} language. The voice list marks voices that do not fit your language.',
    other:
      'These voices are spoken by {provider} in {count} languages. The voice list marks voices that do not fit your language.',
  },
  spokenByEnough: 'These voices are spoken by {provider}, each with a different voice.',
  spokenByFew: {
    one: 'These voices are spoken by {provider}, all with the same voice.',
    other: 'These voices are spoken by {provider} with {count} different voices, so several sound the same.',
  },
  noneShared: 'Standard voices sound different.',
  someShared: {
    one: '{count} of them is not among the standard voices.',
    other: '{count} of them are not among the standard voices.',
  },
  allShared: 'Standard voices sound the same.',
  otherLanguages: {
    one: '{count} of the {total} languages is spoken by another engine: {names}.',
    other: '{count} of the {total} languages are spoken by other engines: {names}.',
  },

  data: 'Your data',
  videoDeleted: 'On every plan, your video is deleted after processing and never stored.',
  noProvider: 'No AI provider is connected. Nothing is passed on.',
  providers: 'AI providers that receive frames, prompt and script: {names}.',
  redacted:
    'Prompts and scripts are stored without your name to improve Benshi. Email addresses and phone numbers in them are redacted.',
  paymentData: 'Only the payment provider sees your card or bank details.',
  purchaseData:
    'This server receives your email address, whether you have paid, and when the plan ends. The address is deleted when the plan ends.',
});
