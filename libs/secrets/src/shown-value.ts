/** Names of variables whose values are secrets. */
const secretName = /_KEY(_|$)|SECRET(_|$)|PASSWORD|PASSPHRASE|_TOKEN$|_HEADERS$|AUTHORIZATION/
/** Names of variables whose values are addresses with a password in them. */
const addressName = /^(DATABASE_URL|NATS_URL|SMTP_URL)/
const maxShown = 100

/**
 * Returns the value of an environment variable as logs and terminals may show it: of addresses neither user nor password
 * nor query, long values cut. Undefined if any part may be a secret.
 */
export function shownValue(name: string, value: string): string | undefined {
  if (secretName.test(name)) return undefined
  if (addressName.test(name) && !/^[a-z+]+:\/\//.test(value)) return undefined
  const bare = value.replace(/^([a-z+]+:\/\/)?.*@/s, '$1…@').replace(/^([a-z+]+:\/\/[^?#]*[?#]).*$/s, '$1…')
  return bare.length > maxShown ? `${bare.slice(0, maxShown)}…` : bare
}
