import { resolve } from 'node:path'
import { publishedOperations, requestShape } from '../libs/contracts/accepted/published-operations.ts'
import { allOperations } from '../libs/contracts/src/index.ts'
import { type Generated, withGenerated } from './generated-file.ts'

const file = resolve(import.meta.dirname, '../docs/reference/operations.md')

const recent = ' ([recent sign-in](../interface.md#recent-sign-in))'

/** docs/reference/operations.md with the table of operations. */
export function referenceOperations(): Generated {
  return withGenerated(file, 'operations', section())
}

function section(): string {
  const all = [...publishedOperations('gitbook-api').values()]
  const published = new Set(all.map(({ method, path }) => requestShape(method, `/v1${path}`)))
  const here = allOperations.filter((one) => published.has(requestShape(one.method, one.path)))
  const own = allOperations.length - here.length
  const tables = [...Map.groupBy(allOperations, (one) => one.owner)].map(([owner, operations]) => {
    const rows = operations.map(
      ({ id, method, path, summary, recentSignIn }) =>
        `| \`${id}\` | \`${method} ${path}\` | ${summary}${recentSignIn ? recent : ''} |`,
    )
    const head = ['| operation | request | what it does |', '|---|---|---|']
    return [`## ${owner}: ${operations.length} operations`, '', ...head, ...rows].join('\n')
  })
  const sum = `Of the ${published.size} operations that \`@gitbook/api\` 0.143.2 publishes, ${here.length} work; ${own} more are newer or our own.`
  return [sum, ...tables].join('\n\n')
}
