/**
 * True if this browser has passkeys, and takes their options and gives their answers as JSON. A passkey is bound to the
 * name of its host, so browsers refuse them where the address is one of numbers.
 */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  !isNumeric(location.hostname)

const isNumeric = (hostname: string) => hostname.startsWith('[') || /^\d+(\.\d+){3}$/.test(hostname)
