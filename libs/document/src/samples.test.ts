import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { publishedSchema } from '../tests/published-schema.ts'
import { blockKinds } from './blocks/registry.ts'
import { toDocument } from './document/from-markdown.ts'
import { toMarkdown } from './document/to-markdown.ts'
import type { Edition } from './nodes/containers.ts'
import { type Block, childrenOf } from './nodes/nodes.ts'
import { blockSamples, ownBlocks } from './samples.ts'

const typesIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => [block.type, ...typesIn(childrenOf(block))])
const validate = publishedSchema('JSONDocument', 'next')
const notes = '\n\n[^2]: note'

test.each(Object.entries(blockSamples).filter(([, sample]) => sample !== ''))(
  'the sample of %s holds such a block, fits the schema, and comes back from its markdown',
  (type, sample) => {
    const edition = ownBlocks.includes(type) ? 'full' : 'next'
    const document = toDocument(sample + notes, {}, edition)
    expect(typesIn(document.nodes)).toContain(type)
    expect(toDocument(toMarkdown(document), {}, edition)).toEqual(document)
    const published = toDocument(sample + notes, {}, 'next')
    expect([validate(published), validate.errors]).toEqual([true, null])
    expect(toDocument(toMarkdown(published), {}, 'next')).toEqual(published)
  },
)

test('a part stands in a sample of another block, and no two kinds read the same tag', () => {
  const types = ['next', 'full'].flatMap((edition) =>
    typesIn(toDocument(Object.values(blockSamples).join('\n\n') + notes, {}, edition as Edition).nodes),
  )
  expect(Object.keys(blockKinds).filter((type) => !types.includes(type))).toEqual([])
  const tags = new Set(Object.values(blockKinds))
  for (const form of ['tags', 'pairs'] as const) {
    const names = [...tags].flatMap(({ reads }) => Object.keys(reads[form] ?? {}))
    expect(names.toSorted()).toEqual([...new Set(names)].toSorted())
  }
})

test('docs/markdown.md says of each block what its markdown is', () => {
  const [table = ''] = readFileSync(new URL('../../../docs/markdown.md', import.meta.url), 'utf8').split('\n| inline |')
  const named = [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, names = '']) => names.split(', '))
  expect(Object.keys(blockKinds).filter((type) => !named.includes(type))).toEqual([])
})
