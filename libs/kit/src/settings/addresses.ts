import { z } from 'zod'

const bareOf = (text: string) => (URL.canParse(text) ? new URL(text) : undefined)

/** An address of HTTP without parts that end up in logs, or get lost when a path is appended. */
export const webAddress = z
  .url({ protocol: /^https?$/, error: 'must be an address with http:// or https://, such as https://docs.example.com' })
  .refine((text) => {
    const url = bareOf(text)
    return !url || [url.username, url.password, url.search, url.hash].every((one) => one === '')
  }, 'must have no user name, password, query or fragment')

/** The address of another service, which serves at its root. */
export const serviceAddress = webAddress.refine(
  (text) => ['/', undefined].includes(bareOf(text)?.pathname),
  'must have no path',
)

/** The addresses of a setting that takes several, separated by commas. */
export const listedAddresses = (text: string) => text.split(',').map((one) => one.trim())

const isNatsAddress = (text: string) =>
  URL.canParse(text) && (/^(nats|tls|wss?):$/.test(new URL(text).protocol) || /^[\w.-]+:\d+$/.test(text))

const signInOf = (text: string) => [bareOf(text)?.username, bareOf(text)?.password].join(':')

/** The addresses of a message bus: of one server, or of the members of a cluster; without a scheme each is `host:port`. */
export const natsAddresses = z
  .string()
  .refine(
    (text) => listedAddresses(text).every(isNatsAddress),
    'must be nats://token@host:4222 or nats://user:password@host:4222, with special characters percent-encoded, or several of these separated by commas',
  )
  // The client signs in to all of them in one way.
  .refine(
    (text) =>
      new Set(
        listedAddresses(text)
          .map(signInOf)
          .filter((one) => one !== ':'),
      ).size <= 1,
    'must have the same token, or user and password, in all addresses',
  )

/** The address of a PostgreSQL database. */
export const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error:
    'must be postgresql://user:password@host:5432/database, with special characters of the password percent-encoded',
})

/** Origins that browsers send, separated by commas; a slash at the end is dropped. */
export const webOrigins = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((one) => one.trim().replace(/\/$/, '') || []))
  .refine(
    (origins) => origins.every((one) => one === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s*]+$/i.test(one)),
    'must be origins without paths, such as https://app.example.com, separated by commas',
  )
