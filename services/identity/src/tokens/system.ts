import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const Place = z.object({ DATABASE_URL: z.string().min(1), SECRETS_DIR: z.string().min(1) })
/** Where identity's database and secrets are. */
export type Place = z.infer<typeof Place>

const Runtime = z.object({ services: z.object({ identity: z.object({ env: z.record(z.string(), z.string()) }) }) })

/** The system that the environment names, or the one that runs on DATA_DIR; throws one line where there is neither. */
export function findSystem(env: NodeJS.ProcessEnv): Place {
  const named = Place.safeParse({ ...env, DATABASE_URL: env.DATABASE_URL_IDENTITY ?? env.DATABASE_URL })
  return named.success ? named.data : Place.parse(runningIdentity(env, 'DATABASE_URL_IDENTITY and SECRETS_DIR'))
}

const KeyPlace = z.object({ SECRETS_DIR: z.string().min(1), IDENTITY_URL: z.url() })
/** Where the signing keys are, and who can tell which processes have them. */
export type KeyPlace = z.infer<typeof KeyPlace>

/** The same for the keys. */
export function findKeys(env: NodeJS.ProcessEnv): KeyPlace {
  const named = KeyPlace.safeParse(env)
  return named.success ? named.data : KeyPlace.parse(runningIdentity(env, 'SECRETS_DIR and IDENTITY_URL'))
}

/** The environment of the identity that runs on DATA_DIR; `names` are the variables that would do as well. */
function runningIdentity(env: NodeJS.ProcessEnv, names: string): unknown {
  const file = join(resolve(env.DATA_DIR ?? '.data'), 'runtime.json')
  if (!existsSync(file)) {
    throw new Error(`Quire does not run here: start it with "npm start", set DATA_DIR to its folder, or set ${names}.`)
  }
  return Runtime.parse(JSON.parse(readFileSync(file, 'utf8'))).services.identity.env
}
