import { expect, test } from '@jest/globals'
import { toDocument } from '../../libs/document/src/document/from-markdown.ts'
import { type Block, childrenOf } from '../../libs/document/src/nodes/nodes.ts'
import { blockSamples } from '../../libs/document/src/samples.ts'
import { offeredBlocks } from '../src/screens/editor/blocks.ts'

/** Types that nobody inserts: what is typed without a sign, what another program draws, and what an integration brings. */
const neverOffered = ['paragraph', 'drawing', 'integration']

const typesIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => [block.type, ...typesIn(childrenOf(block))])

/** Returns a block with a word, or the address of a file, in each field that has no text of its own. */
const filled = (markdown: string) =>
  markdown
    .replaceAll('src="#{}"', 'src="/files/f1"')
    .replaceAll(/#\{(?:\d+|([^{}]*))\}/g, (_, text: string | undefined) => text || 'word')

const offered = offeredBlocks('2026-10-01')
const typesOf = (markdown: string) => typesIn(toDocument(filled(markdown), {}, 'next').nodes)

test('every block of the documentation that somebody would insert is offered', () => {
  const read = new Set(offered.flatMap(({ markdown }) => typesOf(markdown)))
  const parts = Object.keys(blockSamples).filter((type) => blockSamples[type as keyof typeof blockSamples] === '')
  const wanted = Object.keys(blockSamples).filter((type) => !neverOffered.includes(type) && !parts.includes(type))
  expect(wanted.filter((type) => !read.has(type))).toEqual([])
})

test.each(offered.filter(({ name }) => name in blockSamples))(
  'what $name inserts is read as such a block',
  ({ name, markdown }) => expect(typesOf(markdown)).toContain(name),
)
