import { alg } from '@dagrejs/graphlib'
import { expect, test } from '@jest/globals'
import { foldersOf, roomsOf, workspacePackages } from './folders.ts'

/** In these packages, files right in `src` still import features that import them for types; their folders have no circles. */
const foldersOnly = new Set(['services/ai'])

test.each(workspacePackages())('no folder of %s imports one that imports it back, directly or around', (path) => {
  const graph = foldersOnly.has(path) ? foldersOf(path) : roomsOf(`${path}/src`)
  const circles = alg.findCycles(graph).map((folders) =>
    graph
      .edges()
      .filter(({ v, w }) => folders.includes(v) && folders.includes(w))
      .map((edge) => graph.edge(edge)),
  )
  expect(circles).toEqual([])
})

test('the folders of a package are found, with what they import for types alone', () => {
  const graph = foldersOf('services/content')
  expect(graph.nodes().length).toBeGreaterThan(15)
  expect(graph.successors('editing')).toContain('storage')
  expect(graph.successors('storage') ?? []).not.toContain('editing')
})
