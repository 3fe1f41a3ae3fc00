import { resolve } from 'node:path'
import { publishedOperations } from '../libs/contracts/accepted/published.ts'
import { allOperations } from '../libs/contracts/src/index.ts'
import { type Generated, withGenerated } from './generated.ts'

const readme = resolve(import.meta.dirname, '../README.md')

/** README.md with the operations of the table: which of them work is what it says. */
export function readmeOperations(): Generated {
  return withGenerated(readme, 'operations', section())
}

function section(): string {
  const all = [...publishedOperations('gitbook-api').values()]
  const published = new Set(all.map(({ method, path }) => shapeOf(method, `/v1${path}`)))
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

/** What a request looks like: the names of its parameters do not matter. */
const shapeOf = (method: string, path: string) => `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '{}')}`
