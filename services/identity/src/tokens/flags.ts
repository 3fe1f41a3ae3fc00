import { parseArgs } from 'node:util'
import { DisplayName, Email, TokenScope } from '@quire/contracts'
import ms, { type StringValue } from 'ms'
import { z } from 'zod'
import { defaultLifetimeMs, maxLifetimeMs } from './tokens.rules.ts'

const isDuration = (value: unknown): value is StringValue =>
  typeof value === 'string' && /^\d{1,6}(\.\d{1,3})?(s|m|h|d|w|y)$/.test(value)

const Duration = z
  .custom<StringValue>(isDuration, 'must be a duration such as 30s, 15m, 1h or 90d')
  .transform((value) => ms(value))
  .refine((value) => value >= 1000 && value <= maxLifetimeMs, 'must be from 1s to 366d')

const Flags = z
  .object({
    email: Email,
    name: DisplayName.optional(),
    expires: Duration.default(defaultLifetimeMs),
    scope: TokenScope.default('full'),
    address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
  })
  .transform(({ email, name, expires, scope, address }) => ({
    email,
    displayName: name ?? email.slice(0, email.lastIndexOf('@')),
    lifetimeMs: expires,
    scope,
    address,
  }))
export type Flags = z.output<typeof Flags>

/** Parses the command's arguments; throws one line that names the invalid flag. */
export function readFlags(args: string[]): Flags {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: { email: text, name: text, expires: text, scope: text, address: text },
  })
  if (values.email === undefined) throw new Error('--email: say whose token it is, for example --email ada@example.com')
  const result = Flags.safeParse(values)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`--${issue?.path.join('.')}: ${issue?.message}`)
}
