import { defineMessages } from './message.ts';

/** What the server says of a request or an upload before it knows what it is for. */
export const requestErrors = defineMessages('requestErrors', {
  noHost: 'The request has no Host header.',
  severalHosts: 'The request has more than one Host header.',
  headersTooLarge: 'The request headers are too large.',
  tooLate: 'The request did not arrive in time.',
  otherWebsite:
    'This request came from a different website. If this is your own server, its public address must match the address in your browser.',
  compressed: 'Send the body uncompressed.',
  deepJson: 'This JSON is nested too deeply. The limit is {levels} levels.',
  notForm: 'Send a form (multipart/form-data).',
  noBoundary: 'The form has no valid boundary.',
  brokenForm: 'The form is malformed or incomplete.',
  formTooLarge: 'This form is too large.',
  fileTooLarge: 'This file is too large. The limit is {limit}.',
  fieldsTooLarge: 'The fields of this form are too large. The limit is {limit}.',
  tooManyFields: 'The form has too many fields.',
  unknownField: 'The form has an unknown field.',
  fieldsNotText: 'The fields of the form must be plain text.',
  fieldNotText: 'The field "{name}" must be plain text.',
  fieldNotFile: 'The field "{name}" must be a file.',
  fieldTooLong: 'The field "{name}" is too long.',
  fieldRepeated: {
    one: 'The field "{name}" can be sent only once.',
    other: 'The field "{name}" can be sent at most {count} times.',
  },
  networkSendsTooMuch: 'Your network is sending too much data at once. Wait a moment and try again.',
  serverReceivesTooMuch: 'The server is receiving too much data. Try again in a moment.',
  badIdempotencyKey:
    'Send one Idempotency-Key of 1 to 255 visible ASCII characters in quotes, such as a UUID.',
  alreadyDone:
    'This request was already completed, and its answer is no longer stored. To repeat it, send a new Idempotency-Key.',
  inProgress: 'This request is already in progress. Try again in a moment.',
  pageNotBuilt: 'The page of this server is not built. Ask whoever runs this server.',
  stopping: 'The server is stopping.',
  noDatabase: 'The database does not respond.',
  needsMetricsToken: 'Send METRICS_TOKEN as a bearer token.',
  metricsOnlyHere: 'Metrics are available only on this machine, or with METRICS_TOKEN.',
  noStripe: 'This server does not accept Stripe events: STRIPE_WEBHOOK_SECRET is not set.',
  unsignedEvent: 'This event has no valid and recent Stripe signature for this server.',
  unknownEvent: 'The format of this event is unknown.',
});
