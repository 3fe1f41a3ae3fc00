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

const Terms = z.object({ expires: Duration.default(defaultLifetimeMs), scope: TokenScope.default('full') })

const Flags = Terms.extend({
  email: Email,
  name: DisplayName.optional(),
  address: z.union([z.ipv4(), z.ipv6()], 'must be an IP address').optional(),
}).transform(({ email, name, expires, scope, address }) => ({
  email,
  displayName: name ?? email.slice(0, email.lastIndexOf('@')),
  lifetimeMs: expires,
  scope,
  address,
}))
export type Flags = z.output<typeof Flags>

const InstallationFlags = Terms.extend({ name: z.string().trim().min(1).max(100).default('npm run token') }).transform(
  ({ name, expires, scope }) => ({ tokenName: name, lifetimeMs: expires, scope }),
)
export type InstallationFlags = z.output<typeof InstallationFlags>

/** Parses the command's arguments; throws one line that names the invalid flag. */
export function readFlags(args: string[]): Flags {
  const { values } = parseArgs({
    args,
    options: { email: text, name: text, expires: text, scope: text, address: text },
  })
  if (values.email === undefined) throw new Error('--email: say whose token it is, for example --email ada@example.com')
  return parsed(Flags, values)
}

/** Parses the arguments for a token of the installation, which is nobody's: it has no address. Throws like `readFlags`. */
export function readInstallationFlags(args: string[]): InstallationFlags {
  const { values } = parseArgs({
    args,
    options: { installation: { type: 'boolean' }, name: text, expires: text, scope: text },
  })
  return parsed(InstallationFlags, values)
}

const text = { type: 'string' } as const

function parsed<Schema extends z.ZodType>(schema: Schema, values: object): z.output<Schema> {
  const result = schema.safeParse(values)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Error(`--${issue?.path.join('.')}: ${issue?.message}`)
}
