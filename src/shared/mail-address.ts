/** Letters of any script (RFC 6531), digits, and the unquoted characters of RFC 5322, separated by dots. */
const localPart = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainLabel = /^[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;

/** RFC 5321, in bytes. */
const maxLocalBytes = 64;
const maxAddressBytes = 254;

/** Whether a text is one deliverable address, in any script: no `"a b"@example.org`, no IP address, no domain without a dot. */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  return (
    countBytes(text) <= maxAddressBytes &&
    countBytes(local) <= maxLocalBytes &&
    localPart.test(local) &&
    isDomain(domain)
  );
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  if (labels.length < 2 || !labels.every(label => domainLabel.test(label))) return false;
  // The URL parser knows the allowed letters of a domain and their ASCII form (IDNA).
  if (!URL.canParse(`http://${domain}`)) return false;
  const { hostname } = new URL(`http://${domain}`);
  const asciiLabels = hostname.split('.');
  return asciiLabels.every(label => label.length <= 63) && /[a-z]/u.test(asciiLabels.at(-1) ?? '');
}

function countBytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
