import { alg } from '@dagrejs/graphlib'
import { expect, test } from '@jest/globals'
import { foldersOf, roomsOf, workspacePackages } from './folders.ts'

test.each(workspacePackages())('no folder of %s imports one that imports it back, directly or around', (path) => {
  const graph = roomsOf(`${path}/src`)
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
