import { getCACertificates, setDefaultCACertificates } from 'node:tls';

const builtIn = getCACertificates('default');

/**
 * Trusts a test's certificate in this process, replacing the previous one: of two with the same name OpenSSL would try
 * the wrong one. A server process takes it from `NODE_EXTRA_CA_CERTS`.
 */
export function trustCertificate(pem: string): void {
  setDefaultCACertificates([...builtIn, pem]);
}
