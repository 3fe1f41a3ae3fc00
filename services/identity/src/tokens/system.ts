import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

const Place = z.object({ DATABASE_URL: z.string().min(1), SECRETS_DIR: z.string().min(1) })
/** Where identity's database and secrets are. */
export type Place = z.infer<typeof Place>

const Runtime = z.object({ services: z.object({ identity: z.object({ env: Place }) }) })

/** The system that the environment names, or the one that runs on DATA_DIR; throws one line where there is neither. */
export function findSystem(env: NodeJS.ProcessEnv): Place {
  const named = Place.safeParse({ ...env, DATABASE_URL: env.DATABASE_URL_IDENTITY ?? env.DATABASE_URL })
  if (named.success) return named.data
  const file = join(resolve(env.DATA_DIR ?? '.data'), 'runtime.json')
  if (!existsSync(file)) {
    throw new Error(
      'Quire does not run here: start it with "npm start", set DATA_DIR to its folder, ' +
        'or set DATABASE_URL_IDENTITY and SECRETS_DIR.',
    )
  }
  return Runtime.parse(JSON.parse(readFileSync(file, 'utf8'))).services.identity.env
}
