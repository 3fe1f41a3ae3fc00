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

/** The address of a message bus; without a scheme it is `host:port`. */
export const natsAddress = z
  .string()
  .refine(
    (text) => URL.canParse(text) && (/^(nats|tls|wss?):$/.test(new URL(text).protocol) || /^[\w.-]+:\d+$/.test(text)),
    'must be nats://token@host:4222 or nats://user:password@host:4222, with special characters percent-encoded',
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
