import { expect, test } from '@jest/globals'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Extension } from 'micromark-util-types'
import { readCorpus } from '../../tests/corpus.ts'
import { hostileText } from '../../tests/fuzz/texts.ts'
import { githubSyntax } from './github-syntax.ts'

const whole = gfm()
const mdastExtensions = gfmFromMarkdown()
const treeOf = (text: string, syntax: Extension) => fromMarkdown(text, { extensions: [syntax], mdastExtensions })

const each = [
  'A word and a@b.cc',
  'See www.example.com or HTTPS://example.com.',
  'See WWW.example.com, http://b and c@d.ee.',
  'A note[^1].\n\n[^1]: of the foot',
  'An image ![^1] and [ ^1]\n\n[^1]: it',
  '~one~ and ~~two~~',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  'a\n:-',
  'a\n-:',
  'a\n:-:\nb',
  '- [ ] open\n- [x] done',
  '1.  [\t] open',
]
const generated = Array.from({ length: 200 }, (_, seed) => hostileText(seed + 1, 300).text)

test('a text is read with the extensions that it may use as it is with all of them', async () => {
  const pages = (await readCorpus()).map(({ text }) => text)
  for (const text of [...each, ...generated, ...pages])
    expect(treeOf(text, githubSyntax(text))).toEqual(treeOf(text, whole))
})

test('a text that uses none of the extensions is read with none', () => {
  expect(githubSyntax('# Title\n\nPlain *words*, `code`.')).toEqual({})
})
