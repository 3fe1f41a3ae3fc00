import { expect, test } from '@jest/globals'
import { sections } from '@quire/document'
import { runs } from '@quire/properties'
import { noTitle, textSections } from '@quire/search'
import fc from 'fast-check'
import { knownPage } from './indexed-page.ts'
import { parsePage } from './parse-page.ts'

/** Returns the page that is read from content's sections, which do not depend on the page's title. */
function fromKnown(title: string, markdown: string) {
  const known = textSections(sections(markdown, { title: noTitle }))
  return knownPage({ id: 'page', title, markdown, sections: known })
}

const blocks = [
  ...[
    '# Title',
    '## Title',
    'Title\n===',
    '# Other',
    '### Deep `code`',
    '##',
    '# Title <a href="#own" id="own"></a>',
    '## Other',
  ],
  ...['Words and [a link](/pages/a).', '- item\n- # inner', '> # quoted', '```\n# code\n```', '[d]: /x'],
  ...[
    '{% hint style="info" %}\n# Inside\n{% endhint %}',
    '| a |\n|---|\n| b |',
    '<p># html</p>',
    '   ',
    '\uFEFF',
    '---',
    'é😀',
  ],
]
const texts = fc
  .array(fc.tuple(fc.constantFrom(...blocks), fc.constantFrom('\n', '\n\n', '\r\n', '\n\n\n')), { maxLength: 9 })
  .map((parts) => parts.flat().join(''))

test('a page is indexed and kept by known sections as by its markdown', () => {
  const titles = fc.constantFrom('Title', ' Title ', 'Other', '', 'Deep code', 'Elsewhere')
  fc.assert(
    fc.property(titles, texts, (title, markdown) => {
      expect(fromKnown(title, markdown)).toEqual(parsePage({ id: 'page', title, markdown }))
    }),
    { numRuns: runs(200) },
  )
})

test('comments are neither found nor stored, and examples of them in code are', () => {
  const code = '```html\n<!-- example -->\n```\n'
  const markdown = `<!-- secret -->\n\nWords.\n\n## One <!-- secret -->\n\n${code}\n<!--\n# secret\n-->\n\nMore.\n`
  const { text, sections: stored } = parsePage({ id: 'page', title: 'Title', markdown })
  expect(JSON.stringify([text, stored])).not.toContain('secret')
  const known = textSections(sections(markdown, { title: noTitle })).map(({ id, title, level }) => ({
    id,
    title,
    level,
  }))
  expect(JSON.parse(stored)).toEqual([
    { ...known[0], markdown: 'Words.\n\n' },
    { ...known[1], markdown: `## One\n\n${code}\nMore.\n` },
  ])
  expect(text.sections[1]?.text).toContain('<!-- example -->')
  const tooLong = parsePage({ id: 'page', title: 'Title', markdown: `${'word '.repeat(60_000)}\n<!-- secret -->\n` })
  expect(JSON.stringify(tooLong)).not.toContain('secret')
})

test.each([
  ['a definition right above the title', '[d]: /x\nTitle\n===\n'],
  ['a long section', `# Title\n\n${'word '.repeat(6000)}\n\n## More\n\nText`],
  ['a long heading', `# Title\n\n## ${'long '.repeat(100)}\n\nText`],
  ['more than is kept', Array.from({ length: 15 }, (_, at) => `## ${at}\n\n${'é'.repeat(12_000)}\n\n`).join('')],
])('%s is cut alike', (_, markdown) => {
  expect(fromKnown('Title', markdown)).toEqual(parsePage({ id: 'page', title: 'Title', markdown }))
})
