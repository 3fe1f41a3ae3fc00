import { X509Certificate } from 'node:crypto'
import { badRequest } from '@quire/kit'

const base64 = /^[A-Za-z0-9+/]+={0,2}$/
const leastBits = 2048
const maxLength = 10_000
const refused = (problem: string) => badRequest('body.certificate', problem)

/**
 * Returns one X.509 certificate, given with or without PEM armour and line breaks, as PEM. Throws 400 for an invalid
 * certificate and for a key whose signatures are not supported. Ignores the validity dates: the organization has named
 * this very key, and nobody should be locked out on the day when it expires.
 */
export function readCertificate(text: string): string {
  const certificate = parse(text)
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey
  if (asymmetricKeyType !== 'rsa') throw refused('must have an RSA key')
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < leastBits) {
    throw refused(`must have a key of at least ${leastBits} bits`)
  }
  const pem = certificate.toString().trim()
  if (pem.length > maxLength) throw refused(`must be at most ${maxLength} characters long as PEM`)
  return pem
}

function parse(text: string): X509Certificate {
  const body = text
    .trim()
    .replace(/^-----BEGIN CERTIFICATE-----/, '')
    .replace(/-----END CERTIFICATE-----$/, '')
    .replaceAll(/\s/g, '')
  const problem = refused('must be one X.509 certificate in PEM or base64')
  if (!base64.test(body)) throw problem
  try {
    const certificate = new X509Certificate(Buffer.from(body, 'base64'))
    // Reading the key throws too, if its kind is unknown.
    return certificate.publicKey && certificate
  } catch {
    throw problem
  }
}
