import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** From now on this process trusts a certificate that a test made; a server process takes it from `NODE_EXTRA_CA_CERTS`. */
export function trustCertificate(pem: string): void {
  setDefaultCACertificates([...getCACertificates('default'), pem]);
}
