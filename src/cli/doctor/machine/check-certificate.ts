import type { Config } from '#server/config/config.ts';
import { findExpiry, readChain } from '#server/config/credentials.ts';
import { toDay } from '#server/costs/account-costs.ts';
import { ContentCredentials } from '#server/credentials/content-credentials.ts';
import { requestTimeStamp } from '#server/credentials/cose.ts';
import type { Found, Remark } from './found.ts';

/** Checks who signs files, until when, and whether the time stamp server answers. Mistakes of the certificate stop the start. */
export async function checkCertificate({ contentCredentials }: Config): Promise<Found> {
  const [leaf] = contentCredentials ? readChain(contentCredentials.certificate) : [];
  if (!contentCredentials || !leaf)
    return { about: 'C2PA_CERTIFICATE is not set: files are marked, but not signed.', remarks: [] };
  const name = /^CN=(.+)$/mu.exec(leaf.subject)?.[1] ?? leaf.subject.replaceAll('\n', ', ');
  const about = `Files are signed by ${name}, until ${toDay(leaf.validToDate)}.`;
  const { tsaUrl } = contentCredentials;
  const expiry = findExpiry(contentCredentials);
  await using signer = new ContentCredentials(contentCredentials);
  const fault = await signer.findFault();
  const remarks: Remark[] = expiry === undefined ? [] : [{ kind: 'warning', sentence: expiry }];
  if (fault) remarks.push({ kind: 'failed', sentence: fault });
  if (tsaUrl === undefined)
    remarks.push({
      kind: 'note',
      sentence: 'C2PA_TSA_URL is not set: signatures are valid only as long as the certificate.',
    });
  else remarks.push(await tryTimeStamp(tsaUrl));
  return { about, remarks };
}

async function tryTimeStamp(url: string): Promise<Remark> {
  try {
    await requestTimeStamp(url, new Uint8Array());
    return { kind: 'ok', sentence: `${url} gives time stamps.` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      kind: 'failed',
      sentence: `${reason} Until it gives time stamps, files are not signed. Correct C2PA_TSA_URL, or leave it out.`,
    };
  }
}
