import { createSecretKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { databaseAddress, natsAddress, serviceAddress, webAddress } from './settings/addresses.ts'
import { type ConfigCheck, checkConfig, misspeltVariables } from './settings/read-config.ts'

const placeholders = /^(change-?me|secret|password|placeholder|example)/i
const port = z.coerce.number().int().min(0).max(65535)
const milliseconds = z.coerce.number().int().min(1).max(3_600_000)

/** Headers as OpenTelemetry writes them: values may be percent-encoded. */
function headersOf(text: string, context: z.RefinementCtx<string>): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        const [, name, value = ''] = pair.match(/^\s*([\w-]+)\s*=(.*)$/s) ?? []
        if (name === undefined) throw new URIError()
        return [name, decodeURIComponent(value.trim())]
      }),
    )
  } catch {
    context.addIssue({ code: 'custom', message: 'must be name=value pairs, separated by commas' })
    return z.NEVER
  }
}

/** Settings that every service reads from its environment; each adds its own variables with `.extend`. */
export const BaseConfig = z.object({
  HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address to listen on. Under `npm start` it applies to the gateway only.'),
  PORT: port.default(0).describe('Port to listen on; 0 takes any free port.'),
  NATS_URL: natsAddress.describe('Message bus, as `nats://token@host:4222` or `nats://user:password@host:4222`.'),
  SECRETS_DIR: z.string().min(1).describe('Folder of the key files ([which ones](../operations.md#key-files)).'),
  PUBLIC_URL: webAddress
    .transform((url) => url.replace(/\/+$/, ''))
    .describe('Address that people use; every `urls` is made from it.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  CHECK_REPLIES: z
    .stringbool()
    .default(false)
    .describe('Checks every reply against its contract before it is sent. For tests: a long page takes a millisecond.'),
  BUS_PREFIX: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .default('quire')
    .describe('Name of the event stream and prefix of its subjects. Systems that share a broker need different ones.'),
  IDENTITY_URL: serviceAddress.optional().describe('Address of identity, for services that call it.'),
  CONTENT_URL: serviceAddress.optional().describe('Address of content, for services that call it.'),
  SITES_URL: serviceAddress.optional().describe('Address of sites, for services that call it.'),
  AI_URL: serviceAddress.optional().describe('Address of ai, for services that call it.'),
  BUS_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1024 ** 2)
    .default(2 * 1024 ** 3)
    .describe('Maximum size of the event stream on the disk of the broker.'),
  START_WAIT_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(3_600_000)
    .default(0)
    .describe(
      'Time for which a process that starts waits for a database or message bus that is away; then the start fails. 300000 in the images.',
    ),
  SHUTDOWN_DRAIN_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(300_000)
    .default(0)
    .describe(
      'Time for which a process that stops still accepts requests, while it is not ready and closes each connection after its answer; 5000 in the images ([stopping](../operations.md#stopping)).',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress
    .optional()
    .describe(
      'Address of a collector that takes OTLP over HTTP, such as `http://collector:4318`: traces and metrics are sent to it ([traces](../operations.md#traces)). Without it, nothing is traced.',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(headersOf)
    .describe('Headers of each export, as `name=value` separated by commas, such as a token of the collector.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the requests that are traced, from 0 to 1. The gateway decides for all services.'),
  OTEL_METRICS_EXPORTER: z
    .enum(['otlp', 'none'])
    .default('otlp')
    .describe('`none` sends no metrics to the collector, where Prometheus reads them from `/metrics`.'),
  SHUTDOWN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(10_000)
    .describe('Time that requests in progress have to finish after that, before their connections are closed.'),
})
export type BaseConfig = z.infer<typeof BaseConfig>

/**
 * Connections of a process besides DATABASE_POOL: four for background work, two for jobs of one replica, and that of the
 * projector. Migrations have ended before these are opened.
 */
export const connectionsBesidePool = 7

/** Settings of services with a database. */
export const DatabaseConfig = BaseConfig.extend({
  DATABASE_URL: databaseAddress.describe('Database of this service, PostgreSQL 18. Services never share one.'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(2)
    .max(200)
    .default(16)
    .describe(
      `Connections for requests of one process. It opens up to ${connectionsBesidePool} more for jobs and events.`,
    ),
  DATABASE_ACQUIRE_TIMEOUT_MS: milliseconds
    .default(5000)
    .describe(
      'Longest wait for one of these connections, and for opening one. A request that waits longer is answered 503 with `Retry-After`; the same holds for the next three timeouts.',
    ),
  DATABASE_LOCK_TIMEOUT_MS: milliseconds.default(5000).describe('Longest wait for a lock of another transaction.'),
  DATABASE_STATEMENT_TIMEOUT_MS: milliseconds
    .default(30_000)
    .describe('Longest time for one statement. Migrations have no limit.'),
  DATABASE_IDLE_TIMEOUT_MS: milliseconds
    .default(30_000)
    .describe('Longest time that a transaction may be idle, for example while it waits for another service.'),
  AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(180)
    .describe('Days for which [audit events](../operations.md#audit-log) are retained; the same for all services.'),
  ACCESS_STALENESS_MAX: z.coerce
    .number()
    .int()
    .min(1)
    .default(30)
    .describe(
      'Seconds without a heartbeat from identity after which requests that need projected access are answered 503.',
    ),
})
export type DatabaseConfig = z.infer<typeof DatabaseConfig>

/** Returns a line for each doubt about the environment of a service, and for each variable like one that it alone reads. */
export function configWarnings<Schema extends z.ZodObject>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
  check?: ConfigCheck<z.output<Schema>>,
): string[] {
  const own = Object.keys(schema.shape).filter((name) => !(name in DatabaseConfig.shape))
  return [...checkConfig(schema, env, check).warnings, ...misspeltVariables(env, own)]
}

/** A shared secret of at least 32 bytes from SECRETS_DIR; a placeholder refuses to start. */
export function secretKey(config: Pick<BaseConfig, 'SECRETS_DIR'>, name: string): KeyObject {
  const content = textOf(config, name).trim()
  if (content.length < 32 || placeholders.test(content)) {
    throw new Error(`Configuration: the secret ${name} in SECRETS_DIR is a placeholder or shorter than 32 characters.`)
  }
  return createSecretKey(Buffer.from(content))
}

function textOf({ SECRETS_DIR }: Pick<BaseConfig, 'SECRETS_DIR'>, name: string): string {
  try {
    return readFileSync(join(SECRETS_DIR, name), 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`Configuration: SECRETS_DIR: ${join(SECRETS_DIR, name)} cannot be read (${code}).`, { cause })
  }
}
