// node scripts/bootstrap.mjs scripts/readme-operations.ts
// Writes into README.md which operations work, as the operation table says; a test fails where it is out of date.
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { allOperations } from '../libs/contracts/src/index.ts'
import { withGenerated } from './generated.ts'

const readme = resolve(import.meta.dirname, '../README.md')

type Published = { paths: Record<string, Record<string, unknown>> }
const methods = ['get', 'put', 'post', 'patch', 'delete']

/** README.md as it is, and as the operation table says it should be. */
export function readmeOperations(): { present: string; wanted: string } {
  return withGenerated(readme, 'operations', section())
}

function section(): string {
  const published = publishedOperations()
  const here = allOperations.filter((one) => published.has(shapeOf(one.method, one.path)))
  const own = allOperations.length - here.length
  const tables = [...Map.groupBy(allOperations, (one) => one.owner)].map(([owner, operations]) => {
    const rows = operations.map(({ id, method, path, summary }) => `| \`${id}\` | \`${method} ${path}\` | ${summary} |`)
    const head = `<details><summary>${owner}: ${operations.length}</summary>`
    return [head, '', '| operation | request | what it does |', '|---|---|---|', ...rows, '', '</details>'].join('\n')
  })
  const sum = `Of the ${published.size} operations that \`@gitbook/api\` 0.143.2 publishes, ${here.length} work; ${own} more are newer or our own.`
  return [sum, ...tables].join('\n\n')
}

/** Method and path of each operation that the published client of the interface describes. */
function publishedOperations(): Set<string> {
  const require = createRequire(new URL('../tests/package.json', import.meta.url))
  const { paths }: Published = require('gitbook-api/spec/openapi.json')
  return new Set(
    Object.entries(paths).flatMap(([path, item]) =>
      methods.filter((method) => method in item).map((method) => shapeOf(method, `/v1${path}`)),
    ),
  )
}

/** What a request looks like: the names of its parameters do not matter. */
const shapeOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`

if (import.meta.main) writeFileSync(readme, readmeOperations().wanted)
