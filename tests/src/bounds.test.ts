import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from '@jest/globals'

const root = resolve(import.meta.dirname, '../..')
const sources = globSync(['libs/*/src/**/*.ts', 'services/*/src/**/*.ts'], {
  cwd: root,
  exclude: ['**/*.test.ts'],
}).map((file) => readFileSync(resolve(root, file), 'utf8'))

/** Returns the text of a call from after its opening bracket to before the one that closes it. */
function argumentsFrom(source: string, start: number): string {
  for (let [depth, at] = [1, start]; at < source.length; at += 1) {
    if ('([{'.includes(source[at] ?? '')) depth += 1
    if (')]}'.includes(source[at] ?? '')) depth -= 1
    if (depth === 0) return source.slice(start, at)
  }
  return ''
}

/** The bounds that refusals name, as `quire_refusals_total` counts them; those of the gateway's queues have a function. */
const bounds = sources.flatMap((source) =>
  [...source.matchAll(/\b(?:new Refusal|unavailable|bound)\(/g)].flatMap((match) => {
    const given = argumentsFrom(source, match.index + match[0].length)
    const pattern = match[0] === 'bound(' ? /^'([a-z-]+)',[\s\S]*'You/ : /[\d}\w)],\s*'([a-z-]+)',?\s*$/
    return pattern.exec(given)?.[1] ?? []
  }),
)

test('docs/operations.md has every bound that refuses, and no other', () => {
  const operations = readFileSync(resolve(root, 'docs/operations.md'), 'utf8')
  const [, listed = ''] = /refusals by `bound`:([\s\S]*?)\bif a service\b/.exec(operations) ?? []
  const documented = [...listed.matchAll(/`([a-z-]+)`/g)].flatMap(([, name]) => name ?? [])
  expect([...new Set(bounds)].toSorted()).toEqual(documented.toSorted())
})
