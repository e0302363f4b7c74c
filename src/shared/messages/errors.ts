import { defineMessages } from './message.ts';

/** What each kind of error says when nothing more exact is known. */
export const errorMessages = defineMessages('errors', {
  bad_request: 'The request could not be understood.',
  unauthorized: 'Please sign in first.',
  forbidden: 'Your plan does not include this.',
  not_found: 'There is nothing at this address.',
  method_not_allowed: 'This address does not take that kind of request.',
  upload_too_slow: 'The upload stalled, so we stopped waiting. Please try again.',
  conflict: 'This was already done.',
  too_large: 'This is larger than we take.',
  unsupported_media_type: 'This kind of content is not taken here.',
  expectation_failed: 'This server does not offer what the request expects.',
  key_reused: 'This Idempotency-Key was used for another request. Please send a new one.',
  invalid_video: 'This file could not be read as a video.',
  no_picture:
    'This file has sound but no video that we can read. Please choose another file, or convert it to MP4 (H.264).',
  unsupported_codec:
    'The pictures in this video are coded in a way that we cannot read. Please convert it to MP4 (H.264).',
  video_too_long: 'This video is longer than we take.',
  video_too_large: 'The picture of this video is larger than we take.',
  video_too_demanding: 'This video took too long or too much memory to read, so we stopped.',
  unspeakable_script: 'No voice can speak this text in the chosen language.',
  content_refused: 'The AI provider declined this content. Please change the prompt or the video.',
  rate_limited: 'That was a lot at once. Please wait a moment and try again.',
  client_closed: 'The request was cancelled.',
  internal: 'Something went wrong on our side. Please try again.',
  provider_garbage: 'The AI provider gave an answer that made no sense. Please try again.',
  provider_unavailable: 'The AI provider cannot be used at the moment. Please try again later.',
  provider_busy: 'The AI provider is busy. Please try again in a moment.',
  overloaded: 'More is wanted of us at the moment than we can do. Please try again in a few seconds.',
  unavailable: 'The service is not ready at the moment. Please try again shortly.',
  provider_timeout: 'The AI provider took too long to answer. Please try again.',
  storage_full: 'There is no room left to take this upload. Please try again later.',
});
