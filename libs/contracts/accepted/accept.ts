// Accepts the document as it now is: node libs/contracts/accepted/accept.ts
// Refuses what would break a client, unless `--break` says that it is meant.
import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/index.ts'
import { breakages } from './compare.ts'

const file = new URL('./openapi.json', import.meta.url)
const next = `${JSON.stringify(openApiDocument('http://localhost:4000'), null, 2)}\n`
const accepted = JSON.parse(read(file) ?? next)
const broken = breakages(accepted, JSON.parse(next))
if (broken.length > 0 && !process.argv.includes('--break')) {
  process.stderr.write(`These changes break clients:\n${broken.map((one) => `- ${one}`).join('\n')}\n`)
  process.exitCode = 1
} else {
  writeFileSync(file, next)
  process.stdout.write('Accepted.\n')
}

/** Undefined on the first run, when nothing is accepted yet. */
function read(path: URL): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
