import { expect, test } from '@jest/globals'
import { readMarkdown } from '../src/parts/read-markdown.ts'

const costly = {
  'quotes that the parser cannot follow': '> '.repeat(4000),
  'quotes that browsers cannot draw': '>'.repeat(100),
  lists: '1. '.repeat(3000),
  'lists by their indent': Array.from({ length: 60 }, (_, level) => `${' '.repeat(2 * level)}- a`).join('\n'),
  'a beginning of an address': `${'a.'.repeat(100_000)}@`,
}

test.each(Object.keys(costly) as (keyof typeof costly)[])(
  'a comment that would hold up whoever reads it is shown as it is: %s',
  (name) => {
    expect(readMarkdown(costly[name])).toBeUndefined()
  },
)

test('what people write has its form, also where it is quoted in quotes', () => {
  const text = `${'> '.repeat(8)}a *word*\n\n- one\n  - **two**\n    1. three\n\n${'Long. '.repeat(1000)}`
  const kinds = readMarkdown(text)?.map(({ type }) => type)
  expect(kinds?.filter((kind) => kind !== 'space')).toEqual(['blockquote', 'list', 'paragraph'])
})
