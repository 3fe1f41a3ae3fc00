import { expect, test } from '@jest/globals'
import { parseSummary } from './summary.ts'

test('a table of contents is read with its titles, groups, links and nesting', () => {
  const text = `# Table of contents

* [Intro](README.md)
* [Install \\(RPM\\)](install/a%20b.md "RPM")
  * Obsolete
    * [v3](./install/../install/v3.md#old)
* [Site](https://example.com/x)

## Guides

* [Mention](guides/m.md "mention")
`
  expect(parseSummary(text)).toEqual({
    title: 'Table of contents',
    duplicates: [],
    pages: [
      { type: 'document', title: 'Intro', path: 'README.md', pages: [], line: 3 },
      {
        type: 'document',
        title: 'Install (RPM)',
        path: 'install/a b.md',
        linkTitle: 'RPM',
        line: 4,
        pages: [
          {
            type: 'group',
            title: 'Obsolete',
            line: 5,
            pages: [{ type: 'document', title: 'v3', path: 'install/v3.md', anchor: 'old', pages: [], line: 6 }],
          },
        ],
      },
      { type: 'link', title: 'Site', url: 'https://example.com/x', pages: [], line: 7 },
      {
        type: 'group',
        title: 'Guides',
        line: 9,
        pages: [{ type: 'document', title: 'Mention', path: 'guides/m.md', pages: [], line: 11 }],
      },
    ],
  })
})

test('a page that is named twice is told with its lines', () => {
  const { duplicates } = parseSummary('* [A](a.md)\n* [B](b.md)\n  * [A again](./a.md#x)\n')
  expect(duplicates).toEqual([{ path: 'a.md', lines: [1, 3] }])
})

test.each(['../secret.md', 'a/../../secret.md', '%2e%2e/secret.md', '/../secret.md', '..%5csecret.md', 'a%00.md'])(
  'an entry of a table of contents that leaves its folder names no page, and costs no other entry: %s',
  (path) => {
    const { pages } = parseSummary(`# T\n\n* [A](${path})\n* [B](b.md)`)
    expect(pages).toMatchObject([
      { type: 'link', title: 'A', line: 3 },
      { type: 'document', path: 'b.md', line: 4 },
    ])
  },
)

test('an item that is a block of YAML is the place of reference pages, and never a title', () => {
  const item = (yaml: string) => `* \`\`\`yaml\n${yaml.replaceAll(/^/gm, '  ')}\n  \`\`\`\n`
  const { pages } = parseSummary(
    item(
      'props:\n  models: true\ntype: builtin:openapi\ndependencies:\n  spec:\n    ref: {kind: openapi, spec: pets}',
    ) +
      item('type: [') +
      item('a: &a [x]\nb: [*a, *a, *missing]') +
      item('type: builtin:other'),
  )
  expect(pages.map((page) => page.type === 'reference' && [page.spec, page.models, page.line])).toEqual([
    ['pets', true, 1],
    [undefined, false, 9],
    [undefined, false, 12],
    [undefined, false, 16],
  ])
})
