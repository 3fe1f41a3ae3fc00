import { join, resolve } from 'node:path'
import { shownValue } from '@quire/secrets/shown-value'
import { z } from 'zod'
import { StartError } from './start-error.ts'

/** The five services, in the order of their ports: the gateway listens on PORT, the others on the next four. */
export const services = ['gateway', 'identity', 'content', 'sites', 'ai'] as const
export type ServiceName = (typeof services)[number]

/** The services with a database of their own. */
export const databaseOwners = ['identity', 'content', 'sites', 'ai'] as const

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional()
const defaultBusBytes = 2 * 1024 ** 3

/** Settings of `npm start` in its environment; all other variables are passed on to the services. */
export const Settings = z
  .object({
    PORT: z.coerce
      .number('must be a number')
      .int()
      .min(1)
      .max(65_531)
      .default(4000)
      .describe('Port of the gateway; the other services take the next four.'),
    HOST: z
      .string()
      .default('127.0.0.1')
      .describe('Address to listen on. Under `npm start` it applies to the gateway only.'),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((folder) => resolve(folder))
      .describe('Folder for data, logs, mail and generated secrets.'),
    PUBLIC_URL: z
      .url({ protocol: /^https?$/, error: 'must be an address with http or https' })
      .optional()
      .describe('Address that people use; every `urls` is made from it. The address of the gateway if it is not set.'),
    NATS_URL: z
      .url()
      .optional()
      .describe(
        'Message bus to use instead of the embedded one, as `nats://token@host:4222` or `nats://user:password@host:4222`.',
      ),
    BUS_MAX_BYTES: z.coerce
      .number()
      .int()
      .min(1024 ** 2)
      // The services refuse a wrong value, and name it.
      .catch(defaultBusBytes)
      .describe('Maximum size of the event stream on the disk of the broker.'),
    DATABASE_URL_IDENTITY: databaseUrl.describe(
      'Database of identity to use instead of the embedded one, PostgreSQL 18.',
    ),
    DATABASE_URL_CONTENT: databaseUrl.describe(
      'Database of content to use instead of the embedded one, PostgreSQL 18.',
    ),
    DATABASE_URL_SITES: databaseUrl.describe('Database of sites to use instead of the embedded one, PostgreSQL 18.'),
    DATABASE_URL_AI: databaseUrl.describe('Database of ai to use instead of the embedded one, PostgreSQL 18.'),
    SMTP_URL: z
      .string()
      .optional()
      .describe('Mail server, `smtp://user:password@host:587` or `smtps://…` ([mail](../operations.md#mail)).'),
    MAIL_DIR: z
      .string()
      .optional()
      .describe(
        'Folder that each mail is written to as a file if `SMTP_URL` is not set; `mail` in `DATA_DIR` if it is not set.',
      ),
  })
  .superRefine((env, context) => {
    const names = ['DATABASE_URL_IDENTITY', 'DATABASE_URL_CONTENT', 'DATABASE_URL_SITES', 'DATABASE_URL_AI'] as const
    for (const [at, name] of names.entries()) {
      const other = names.slice(0, at).find((one) => env[one] !== undefined && env[one] === env[name])
      if (other) context.addIssue({ code: 'custom', path: [name], message: `must be another database than ${other}` })
    }
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    dataFolder: env.DATA_DIR,
    gatewayUrl: addressOnHost(env.HOST, env.PORT),
    publicUrl: env.PUBLIC_URL ?? addressOnHost(env.HOST, env.PORT),
    natsUrl: env.NATS_URL,
    busMaxBytes: env.BUS_MAX_BYTES,
    /** The folder to which mail is written; undefined if mail is sent. */
    mailFolder: env.SMTP_URL ? undefined : resolve(env.MAIL_DIR || join(env.DATA_DIR, 'mail')),
    databaseUrls: {
      identity: env.DATABASE_URL_IDENTITY,
      content: env.DATABASE_URL_CONTENT,
      sites: env.DATABASE_URL_SITES,
      ai: env.DATABASE_URL_AI,
    },
  }))
export type Settings = z.output<typeof Settings>

/** Reads the settings; a StartError names each invalid variable. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const given = Object.entries(env).filter(([, value]) => value?.trim())
  const result = Settings.safeParse(Object.fromEntries(given))
  if (result.success) return result.data
  throw new StartError(result.error.issues.map(({ path, message }) => lineOf(path.join('.'), message, env)).join('; '))
}

function lineOf(name: string, message: string, env: NodeJS.ProcessEnv): string {
  const value = env[name]
  const shown = value === undefined ? undefined : shownValue(name, value)
  return `${name}: ${message}${shown === undefined ? '' : ` (it is ${JSON.stringify(shown)})`}`
}

/** Variables that `npm start` sets for the services, whatever its own environment has. */
const ownVariables = ['DATABASE_URL', 'IDENTITY_URL', 'CONTENT_URL', 'SITES_URL', 'AI_URL', 'SHUTDOWN_GRACE_MS']
const wildcards = ['', '0.0.0.0', '::']

/** Returns a line for each setting that does something else than it seems to. */
export function settingsWarnings(env: NodeJS.ProcessEnv): string[] {
  const { HOST: host, PUBLIC_URL: publicUrl } = env
  return [
    ...ownVariables
      .filter((name) => env[name])
      .map((name) => `${name}: npm start sets it for the services, and ignores yours`),
    ...(host && wildcards.includes(host) && !publicUrl
      ? [`HOST: ${host} lets other machines in, and addresses in answers lead to 127.0.0.1: set PUBLIC_URL`]
      : []),
  ]
}

/** Returns the address at which this machine reaches what listens on a port of a host; a wildcard is every host. */
export function addressOnHost(host: string | undefined, port: number | string | undefined): string {
  const reached = host === undefined || wildcards.includes(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** The port of a service if that of the gateway is `port`. */
export function portOf(name: ServiceName, port: number): number {
  return port + services.indexOf(name)
}
