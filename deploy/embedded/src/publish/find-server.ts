import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { demoPerson } from '../demo.ts'
import { Runtime } from '../runtime-file.ts'
import { addressOnHost } from '../start-settings.ts'

/** The server to publish on, and the caller. */
export interface Server {
  url: string
  token: string
  /** The organization to publish in, if it is known. */
  organization?: string | undefined
}

interface Given {
  url?: string | undefined
  token?: string | undefined
  organization?: string | undefined
}

const Demo = z.object({ organization: z.string() })

/** Returns the server that flags or the environment name, else the one that runs on DATA_DIR, as the demo's owner. */
export async function findServer(given: Given, env: NodeJS.ProcessEnv, tokenScript: string): Promise<Server> {
  const [url, token] = [given.url ?? env.QUIRE_URL, given.token ?? env.QUIRE_TOKEN]
  if (url !== undefined) {
    if (!URL.canParse(url)) throw new Error('--url: is not an address such as https://docs.example.com')
    if (token === undefined) throw new Error('There is no token: set QUIRE_TOKEN or --token to one of this server.')
    return { url: url.replace(/\/$/, ''), token, organization: given.organization }
  }
  const folder = resolve(env.DATA_DIR ?? '.data')
  const file = join(folder, 'runtime.json')
  if (!existsSync(file)) {
    throw new Error('Quire does not run here: start it with "npm start", or name a server by --url and --token.')
  }
  const { services } = Runtime.parse(JSON.parse(readFileSync(file, 'utf8')))
  const local = addressOnHost(services.gateway?.env.HOST, services.gateway?.env.PORT)
  if (token !== undefined) return { url: local, token, organization: given.organization }
  const demo = join(folder, 'demo.json')
  const known = existsSync(demo) ? Demo.parse(JSON.parse(readFileSync(demo, 'utf8'))).organization : undefined
  return { url: local, token: await ownToken(tokenScript, folder), organization: given.organization ?? known }
}

async function ownToken(script: string, folder: string): Promise<string> {
  const args = [script, '--email', demoPerson.email, '--name', demoPerson.name, '--expires', '1h']
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, DATA_DIR: folder } })
  return stdout.trim()
}
