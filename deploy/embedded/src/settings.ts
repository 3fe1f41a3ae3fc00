import { join, resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from './errors.ts'

/** The five services, in the order of their ports: the gateway has PORT, the others the next four. */
export const services = ['gateway', 'identity', 'content', 'sites', 'ai'] as const
export type ServiceName = (typeof services)[number]

/** The services with a database of their own. */
export const databaseOwners = ['identity', 'content', 'sites', 'ai'] as const

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ }).optional()

/** What a person may set in the environment of `npm start`; everything else is passed on to the services. */
export const Settings = z
  .object({
    PORT: z.coerce.number().int().min(1).max(65_531).default(4000),
    HOST: z.string().default('127.0.0.1'),
    DATA_DIR: z
      .string()
      .default('.data')
      .transform((folder) => resolve(folder)),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    NATS_URL: z.url().optional(),
    DATABASE_URL_IDENTITY: databaseUrl,
    DATABASE_URL_CONTENT: databaseUrl,
    DATABASE_URL_SITES: databaseUrl,
    DATABASE_URL_AI: databaseUrl,
    /** Identity checks whether it is an address. */
    SMTP_URL: z.string().optional(),
    MAIL_DIR: z.string().optional(),
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    dataFolder: env.DATA_DIR,
    publicUrl: env.PUBLIC_URL ?? `http://127.0.0.1:${env.PORT}`,
    natsUrl: env.NATS_URL,
    /** Where mail is written; undefined where it is sent. */
    mailFolder: env.SMTP_URL ? undefined : resolve(env.MAIL_DIR || join(env.DATA_DIR, 'mail')),
    databaseUrls: {
      identity: env.DATABASE_URL_IDENTITY,
      content: env.DATABASE_URL_CONTENT,
      sites: env.DATABASE_URL_SITES,
      ai: env.DATABASE_URL_AI,
    },
  }))
export type Settings = z.output<typeof Settings>

/** Reads the settings; a StartError names each variable that is wrong. */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const result = Settings.safeParse(env)
  if (result.success) return result.data
  throw new StartError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '))
}

/** The port of a service when the gateway's is `port`. */
export function portOf(name: ServiceName, port: number): number {
  return port + services.indexOf(name)
}
