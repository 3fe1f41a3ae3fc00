// npm run -s replay -- <service>
// Applies the parked events of a service again, once the cause is fixed.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Runtime } from '../deploy/embedded/src/runtime-file.ts'
import { replayCommand } from '../libs/kit/src/http/request-replay.ts'

await replayCommand(process.argv[2], (owner) => {
  const { PORT, SECRETS_DIR, DATA_DIR } = process.env
  if (PORT && SECRETS_DIR) return { PORT, SECRETS_DIR }
  const file = join(resolve(DATA_DIR ?? '.data'), 'runtime.json')
  const away = `${owner} does not run here: start Quire with "npm start", or set DATA_DIR to its folder.`
  if (!existsSync(file)) throw new Error(away)
  const env = Runtime.parse(JSON.parse(readFileSync(file, 'utf8'))).services[owner]?.env
  if (!env?.PORT || !env.SECRETS_DIR) throw new Error(away)
  return { PORT: env.PORT, SECRETS_DIR: env.SECRETS_DIR }
})
