import { expect, test } from '@jest/globals'
import { readKnown } from './known-keys.ts'
import { readFrontMatter } from './read-front-matter.ts'
import { frontMatterOf } from './write-front-matter.ts'

const layout = { width: 'giant', title: { visible: false }, outline: 'left', depth: 3 }

test('a layout with values that are not understood keeps its other settings, and names those', () => {
  expect(readKnown({ layout })).toEqual({
    known: { layout: { title: false } },
    ignored: ['layout.width', 'layout.outline'],
  })
})

test('a layout that is no map is ignored as a whole', () => {
  for (const wrong of ['wide', ['wide'], 3])
    expect(readKnown({ layout: wrong })).toEqual({ known: {}, ignored: ['layout'] })
})

test('a layout is written back as it was read, with the values that are not understood', () => {
  const { attributes, rest } = readFrontMatter({ layout }, {})
  expect(attributes).toEqual({ layout: { title: false } })
  const page = { title: 'Page', ...attributes, frontMatter: rest } as unknown as Parameters<typeof frontMatterOf>[0]
  expect(frontMatterOf(page)).toEqual({ layout })
  const wide = { ...page, layout: { title: false, width: 'wide' } } as typeof page
  expect(frontMatterOf(wide)).toEqual({ layout: { ...layout, width: 'wide' } })
})
