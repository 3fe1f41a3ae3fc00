import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { type AddressedSpace, otherReadings, pagePaths, spaceAtPath } from './site-paths.ts'

/** Few names, so that sections, spaces and pages often have the same ones. */
const name = fc.constantFrom('a', 'b', 'c', 'B', 'a.md')
const spacePath = fc.array(name, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('/'))
const pagePath = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((slugs) => slugs.join('/'))
const lower = (text: string) => text.toLowerCase()

/** A level of a site: paths that differ without regard to case, one of them the default. */
const level = (path: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .record({
      paths: fc.uniqueArray(path, { minLength: 1, maxLength, selector: lower }),
      chosen: fc.nat(),
    })
    .map(({ paths, chosen }) => paths.map((one, at) => ({ path: one, isDefault: at === chosen % paths.length })))

/** The spaces of a site with or without sections, as `assignAddresses` addresses them. */
const site: fc.Arbitrary<AddressedSpace[]> = fc.oneof(
  level(spacePath, 5).map((spaces) => spaces.map((space, at) => spaceOf(space, undefined, at))),
  level(name, 4).chain((sections) =>
    fc
      .tuple(...sections.map(() => level(spacePath, 3)))
      .map((inside) =>
        sections.flatMap((section, at) => (inside[at] ?? []).map((one, of) => spaceOf(one, section, at * 10 + of))),
      ),
  ),
)

type Named = { path: string; isDefault: boolean }

function spaceOf({ path, isDefault }: Named, section: Named | undefined, number: number): AddressedSpace {
  const names = section
    ? [...(section.isDefault && isDefault ? [] : [section.path]), ...(isDefault ? [] : [path])]
    : isDefault
      ? []
      : [path]
  return {
    ...{ id: `space-${number}`, spaceId: `s-${number}`, path, isDefault, address: names.join('/') },
    section: section && { id: section.path, ...section },
  }
}

test('the address of each page, and of its markdown, leads to this page whatever names sections, spaces and pages have', () => {
  fc.assert(
    fc.property(site, fc.array(pagePath, { maxLength: 5 }), fc.nat(), (spaces, pages, hidden) => {
      // Some visitors do not see one of the spaces.
      const open = spaces.filter((_, at) => at !== hidden % (spaces.length + 1))
      for (const space of open)
        for (const page of pages) {
          const path = pagePaths(open)(space, page)
          for (const [address, wanted] of [
            [path, page],
            [`${path}.md`, `${page}.md`],
          ] as const) {
            const segments = address.split('/')
            const found = spaceAtPath(open, segments)
            expect([address, found?.space.id, segments.slice(found?.used).join('/')]).toEqual([
              address,
              space.id,
              wanted,
            ])
          }
        }
    }),
    { numRuns: runs(300) },
  )
})

test('a page whose path begins with no name has the short address, and one that does has as few names as lead to it', () => {
  const spaces = [
    spaceOf({ path: 'guide', isDefault: true }, { path: 'policies', isDefault: true }, 1),
    spaceOf({ path: 'v1', isDefault: false }, { path: 'policies', isDefault: true }, 2),
    spaceOf({ path: 'api', isDefault: true }, { path: 'reference', isDefault: false }, 3),
  ]
  const pathOf = pagePaths(spaces)
  const [guide, v1, api] = spaces.map((space) => (page: string) => pathOf(space, page))
  expect([guide?.('start'), v1?.('start'), api?.('start')]).toEqual(['start', 'policies/v1/start', 'reference/start'])
  expect([guide?.('policies/x'), guide?.('v1'), guide?.('reference/x')]).toEqual([
    'policies/policies/x',
    'policies/guide/v1',
    'policies/reference/x',
  ])
  expect([guide?.('policies/v1'), api?.('api/x')]).toEqual(['policies/policies/v1', 'reference/api/api/x'])
})

test('the names of a thousand spaces are read once for all paths, and not for a site that asks for none', () => {
  let reads = 0
  const spaces = Array.from({ length: 1000 }, (_, at) => {
    const space = spaceOf({ path: `space-${at}`, isDefault: at === 0 }, undefined, at)
    const readPath = () => {
      reads += 1
      return `space-${at}`
    }
    return Object.defineProperty(space, 'path', { get: readPath })
  })
  const pathOf = pagePaths(spaces)
  expect(reads).toBe(0)
  for (const space of spaces)
    expect(pathOf(space, 'page')).toBe(space.address === '' ? 'page' : `${space.address}/page`)
  expect(reads).toBe(1000)
})

test('a path without the names that it needs may be meant for the page of a default space', () => {
  const spaces = [
    spaceOf({ path: 'guide', isDefault: true }, { path: 'policies', isDefault: true }, 1),
    spaceOf({ path: 'v1', isDefault: false }, { path: 'policies', isDefault: true }, 2),
    spaceOf({ path: 'api', isDefault: true }, { path: 'reference', isDefault: false }, 3),
  ]
  const read = (path: string) => otherReadings(spaces, path.split('/')).map((one) => [one.space.id, one.path])
  expect(read('policies/x')).toEqual([['space-1', 'policies/x']])
  expect(read('policies/v1/x')).toEqual([
    ['space-1', 'v1/x'],
    ['space-1', 'policies/v1/x'],
  ])
  expect(read('reference/x')).toEqual([['space-1', 'reference/x']])
  expect(read('start')).toEqual([])
})
