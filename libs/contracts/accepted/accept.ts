// Accepts the interface and the events as they now are: node libs/contracts/accepted/accept.ts
// Refuses what would break a client, or a service of the version before, unless `--break` says that it is meant.
import { readFileSync, writeFileSync } from 'node:fs'
import { openApiDocument } from '../src/index.ts'
import { breakages } from './compare.ts'
import { eventBreakages, eventShapes } from './events.ts'

const documents = [
  { name: 'openapi.json', next: openApiDocument('http://localhost:4000'), compare: breakages },
  { name: 'events.json', next: eventShapes(), compare: eventBreakages },
].map(({ name, next, compare }) => {
  const file = new URL(name, import.meta.url)
  const text = `${JSON.stringify(next, null, 2)}\n`
  return { file, text, broken: compare(JSON.parse(read(file) ?? text), JSON.parse(text)) }
})

const broken = documents.flatMap((one) => one.broken)
if (broken.length > 0 && !process.argv.includes('--break')) {
  process.stderr.write(`These changes break clients or services:\n${broken.map((one) => `- ${one}`).join('\n')}\n`)
  process.exitCode = 1
} else {
  for (const { file, text } of documents) writeFileSync(file, text)
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
