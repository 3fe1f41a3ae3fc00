import { expect, test } from '@jest/globals'
import { archivePaths } from './archive-paths.ts'

const pathsOf = (...wanted: string[]) => {
  const free = archivePaths('SUMMARY.md')
  return wanted.map((path) => free(path))
}

test('a path that is taken gets the lowest free number before its extension, whatever the case of its letters', () => {
  expect(pathsOf('a.png', 'A.png', 'a-2.png', 'a.PNG', 'a.tar.gz', 'a.tar.gz')).toEqual([
    ...['a.png', 'A-1.png', 'a-2.png', 'a-3.PNG'],
    ...['a.tar.gz', 'a-1.tar.gz'],
  ])
  expect(pathsOf('a', 'a/b', 'a-1', 'a/b', 'a/c')).toEqual(['a', 'a-1/b', 'a-1-1', 'a-1/b-1', 'a-1/c'])
})

test('very many files of one name get a path each, beside very many that have the paths already', () => {
  const count = 200_000
  const free = archivePaths('SUMMARY.md')
  const given = Array.from({ length: count }, (_, at) => free(`image-${at + 1}.png`, true))
  const made = Array.from({ length: count }, (_, at) => free(at % 2 === 0 ? 'image.png' : 'Image.png'))
  expect(made.slice(0, 3)).toEqual(['image.png', `Image-${count + 1}.png`, `image-${count + 2}.png`])
  expect(new Set([...given, ...made]).size).toBe(2 * count)
})

test('very many files are in a folder whose name very many files have', () => {
  const count = 200_000
  const free = archivePaths('SUMMARY.md')
  for (let at = 0; at < count; at += 1) free(at === 0 ? 'guide' : `guide-${at}`, true)
  const inside = Array.from({ length: count }, (_, at) => free(`guide/${at}.png`))
  expect([inside[0], inside.at(-1)]).toEqual([`guide-${count}/0.png`, `guide-${count}/${count - 1}.png`])
})

test('a file that is called like a folder or like git’s own stays in its place, under another name', () => {
  const pathFor = archivePaths('SUMMARY.md')
  const names = ['.', '..', '.git', 'git~1', 'plan.txt']
  expect(names.map((name) => pathFor(`.gitbook/assets/${name}`))).toEqual(
    ['_', '_-1', '_git', '_git~1', 'plan.txt'].map((name) => `.gitbook/assets/${name}`),
  )
})

test('nothing goes to a path of others, nor below one, and an imported file only beside it', () => {
  const free = archivePaths('SUMMARY.md', ['Guide.md', 'examples', 'docs/a.md'])
  expect(free('guide.md')).toBe('guide-1.md')
  expect(free('Guide.md', true)).toBe('Guide-2.md')
  expect(free('examples/a.md', true)).toBe('examples-1/a.md')
  expect(free('docs')).toBe('docs-1')
  expect(free('docs/b.md')).toBe('docs/b.md')
})
