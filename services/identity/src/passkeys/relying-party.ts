import { isIP } from 'node:net'

/** The installation as browsers and devices know it. */
interface RelyingParty {
  /** The host of `PUBLIC_URL`, to which passkeys are bound. */
  id: string
  /** The only origin whose pages may ask for them. */
  origin: string
}

export function relyingParty(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** True unless the installation has an IP address for a name: browsers bind passkeys to names alone. */
export function offersPasskeys(publicUrl: string): boolean {
  const { id } = relyingParty(publicUrl)
  return isIP(id) === 0 && !id.startsWith('[')
}
