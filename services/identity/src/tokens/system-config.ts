import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { environmentOfProcess } from '@quire/secrets/environment-of-process'
import { z } from 'zod'

const SystemConfig = z.object({ DATABASE_URL: z.string().min(1), SECRETS_DIR: z.string().min(1) })
/** Locations of identity's database and secrets. */
export type SystemConfig = z.infer<typeof SystemConfig>

const Environment = z.object({ pid: z.number().optional(), env: z.record(z.string(), z.string()) })
const Runtime = z.object({ services: z.record(z.string(), Environment) })

/** Returns the system that the environment names, or the one that runs on DATA_DIR; throws one line if there is none. */
export function findSystem(env: NodeJS.ProcessEnv): SystemConfig {
  const named = SystemConfig.safeParse({ ...env, DATABASE_URL: env.DATABASE_URL_IDENTITY ?? env.DATABASE_URL })
  return named.success ? named.data : SystemConfig.parse(runningIdentity(env, 'DATABASE_URL_IDENTITY and SECRETS_DIR'))
}

const KeyConfig = z.object({ SECRETS_DIR: z.string().min(1), IDENTITY_URL: z.url() })
/** Location of the signing keys, and the address of identity, which knows the processes that have them. */
export type KeyConfig = z.infer<typeof KeyConfig>

/** Returns the keys that the environment names, or those of the system on DATA_DIR; throws one line if there are none. */
export function findKeys(env: NodeJS.ProcessEnv): KeyConfig {
  const named = KeyConfig.safeParse(env)
  return named.success ? named.data : KeyConfig.parse(runningIdentity(env, 'SECRETS_DIR and IDENTITY_URL'))
}

/** Returns the public address that the environment names, or that of the system on DATA_DIR; throws one line if there is none. */
export function findPublicUrl(env: NodeJS.ProcessEnv): string {
  const { identity } = runningEnvironments(env)
  const url = env.PUBLIC_URL ?? identity?.PUBLIC_URL
  if (!url) throw new Error('The address of Quire is not known here: set PUBLIC_URL.')
  return url.replace(/\/+$/, '')
}

/** Returns the environment of the identity that runs on DATA_DIR; `names` lists the variables that can replace it. */
function runningIdentity(env: NodeJS.ProcessEnv, names: string): unknown {
  const { identity } = runningEnvironments(env)
  if (!identity) {
    throw new Error(`Quire does not run here: start it with "npm start", set DATA_DIR to its folder, or set ${names}.`)
  }
  return identity
}

/** Returns the environments of the services that run on DATA_DIR; none if the system does not run there. */
export function runningEnvironments(env: NodeJS.ProcessEnv): Partial<Record<string, NodeJS.ProcessEnv>> {
  const file = join(resolve(env.DATA_DIR ?? '.data'), 'runtime.json')
  if (!existsSync(file)) return {}
  const { services } = Runtime.parse(JSON.parse(readFileSync(file, 'utf8')))
  return Object.fromEntries(
    Object.entries(services).map(([name, service]) => [
      name,
      { ...(environmentOfProcess(service.pid) ?? env), ...service.env },
    ]),
  )
}
