import { invalidKeyError, vendorErrors } from './elevenlabs-bodies.ts';
import { type ElevenLabsBehaviour, sendJson } from './elevenlabs-stand-in.ts';

function refuse(status: number, body: object, headers: Record<string, string> = {}): ElevenLabsBehaviour {
  return ({ response }) => sendJson(response, status, body, headers);
}

/** ElevenLabs' refusals as behaviours of the stand-in. */
export const elevenLabsRefusals = {
  quota: refuse(401, vendorErrors.quota),
  earlierQuota: refuse(401, vendorErrors.earlierQuota),
  quotaAsTooMany: refuse(429, vendorErrors.quota),
  invalidKey: ({ request, response }) =>
    sendJson(response, 401, invalidKeyError(String(request.headers['xi-api-key']))),
  missingKey: refuse(401, vendorErrors.missingKey),
  missingPermissions: refuse(401, vendorErrors.missingPermissions),
  unusualActivity: refuse(401, vendorErrors.unusualActivity),
  onlyForCreator: refuse(403, vendorErrors.onlyForCreator),
  contentPolicy: refuse(403, vendorErrors.contentPolicy),
  voiceNotFound: refuse(400, vendorErrors.voiceNotFound),
  recentVoiceNotFound: refuse(404, vendorErrors.recentVoiceNotFound),
  modelNotFound: refuse(400, vendorErrors.modelNotFound),
  unsupportedModel: refuse(400, vendorErrors.unsupportedModel),
  tooLong: refuse(400, vendorErrors.tooLong),
  paidPlan: refuse(402, vendorErrors.paidPlan),
  tooManyConcurrent: refuse(429, vendorErrors.tooManyConcurrent),
  concurrentLimit: refuse(429, vendorErrors.concurrentLimit),
  systemBusy: refuse(429, vendorErrors.systemBusy),
  systemBusyFor2s: refuse(429, vendorErrors.systemBusy, { 'retry-after': '2' }),
  systemBusyForAnHour: refuse(429, vendorErrors.systemBusy, { 'retry-after': '3600' }),
  /** A wait of a millisecond keeps tests of retries fast. */
  systemBusyFor1ms: refuse(429, vendorErrors.systemBusy, { 'retry-after-ms': '1' }),
  conflict: refuse(409, vendorErrors.server),
  invalidFields: refuse(422, vendorErrors.invalidFields),
  plainNotFound: refuse(404, vendorErrors.plainDetail),
  server: refuse(500, vendorErrors.server),
  serverFor1ms: refuse(500, vendorErrors.server, { 'retry-after-ms': '1' }),
  badGateway: ({ response }) => {
    response.writeHead(502, { 'content-type': 'text/html' });
    response.end('<html><head><title>502 Bad Gateway</title></head><body>Google</body></html>');
  },
  unavailable: refuse(503, vendorErrors.server),
  gatewayTimeout: refuse(504, vendorErrors.server),
} satisfies Record<string, ElevenLabsBehaviour>;
