import { createSecretKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ZodType, z } from 'zod'

const placeholders = /^(change-?me|secret|password|placeholder|example)/i
const port = z.coerce.number().int().min(0).max(65535)
const milliseconds = z.coerce.number().int().min(1).max(3_600_000)

/** What every service reads from its environment; each adds its own variables with `.extend`. */
export const BaseConfig = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(0),
  NATS_URL: z.string().min(1),
  SECRETS_DIR: z.string().min(1),
  /** The address people use; every `urls` is made from it. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  /** Checks every reply against its contract before it is sent; for tests, since a long page takes a millisecond. */
  CHECK_REPLIES: z.stringbool().default(false),
  /** Prefix of the stream and its subjects; systems that share a broker differ in it. */
  BUS_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .default('quire'),
  /** Where the services are, for those that call one. */
  IDENTITY_URL: z.url().optional(),
  CONTENT_URL: z.url().optional(),
  SITES_URL: z.url().optional(),
  AI_URL: z.url().optional(),
  /** The most the event stream may hold on the broker's disk. */
  BUS_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .default(2 * 1024 ** 3),
  SHUTDOWN_GRACE_MS: z.coerce.number().int().min(0).default(10_000),
})
export type BaseConfig = z.infer<typeof BaseConfig>

/** For services with a database. */
export const DatabaseConfig = BaseConfig.extend({
  DATABASE_URL: z.string().min(1),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(16),
  /** The longest wait for a connection of the pool, and for one to be made. */
  DATABASE_ACQUIRE_TIMEOUT_MS: milliseconds.default(5000),
  /** The longest wait for a lock that another transaction holds. */
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(5000),
  /** The longest that one statement may take. */
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds.default(30_000),
  /** The longest that a transaction may do nothing; calls to other services wait up to 10 s in one. */
  DATABASE_IDLE_TIMEOUT_MS: milliseconds.default(30_000),
  /** Seconds without a heartbeat from identity after which projected access is refused. */
  ACCESS_STALENESS_MAX: z.coerce.number().int().min(1).default(30),
})
export type DatabaseConfig = z.infer<typeof DatabaseConfig>

/** Reads the environment; throws one line per wrong variable. */
export function loadConfig<T extends ZodType>(schema: T, env: NodeJS.ProcessEnv): z.output<T> {
  const result = schema.safeParse(env)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Configuration: ${lines.join('; ')}`)
}

/** A shared secret of at least 32 bytes from SECRETS_DIR; a placeholder refuses to start. */
export function secretKey(config: Pick<BaseConfig, 'SECRETS_DIR'>, name: string): KeyObject {
  const content = readFileSync(join(config.SECRETS_DIR, name), 'utf8').trim()
  if (content.length < 32 || placeholders.test(content)) {
    throw new Error(`Configuration: the secret ${name} in SECRETS_DIR is a placeholder or shorter than 32 characters.`)
  }
  return createSecretKey(Buffer.from(content))
}
