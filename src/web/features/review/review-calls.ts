import {
  type NewComment,
  type ReviewAnswer,
  reviewAnswerSchema,
  reviewHeader,
  reviewPicturesSchema,
} from '#shared/api/review.ts';
import { callServer, postJson } from '../../lib/call-server.ts';

/** @throws {CodedError} `not_found` for a link that is wrong, expired or revoked */
export async function fetchReview(secret: string, signal: AbortSignal): Promise<ReviewAnswer> {
  const answer = await callServer('/api/review', { signal, headers: { [reviewHeader]: secret } });
  return reviewAnswerSchema.parse(await answer.json());
}

/** Addresses of the pictures, by line. */
export async function fetchPictures(
  secret: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const answer = await callServer('/api/review/pictures', { signal, headers: { [reviewHeader]: secret } });
  const { pictures } = reviewPicturesSchema.parse(await answer.json());
  return new Map(pictures.map(({ lineId, picture }) => [lineId, `data:image/jpeg;base64,${picture}`]));
}

export async function sendComment(secret: string, comment: NewComment): Promise<void> {
  await postJson('/api/review/comments', comment, { headers: { [reviewHeader]: secret } });
}
