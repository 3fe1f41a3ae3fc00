import { alg, type Graph } from '@dagrejs/graphlib'
import { expect, test } from '@jest/globals'
import { foldersOf, roomsOf, workspacePackages } from './folders.ts'

test.each(workspacePackages())('no folder of %s imports one that imports it back, directly or around', (path) => {
  expect(circlesIn(roomsOf(`${path}/src`))).toEqual([])
})

test.each(workspacePackages())('no file of %s imports one that imports it back, directly or around', (path) => {
  expect(circlesIn(roomsOf(`${path}/src`, (file) => file))).toEqual([])
})

test('the folders of a package are found, with what they import for types alone', () => {
  const graph = foldersOf('services/content')
  expect(graph.nodes().length).toBeGreaterThan(15)
  expect(graph.successors('editing')).toContain('storage')
  expect(graph.successors('storage') ?? []).not.toContain('editing')
})

/** Lists the imports of each circle. */
function circlesIn(graph: Graph): string[][] {
  return alg.findCycles(graph).map((rooms) =>
    graph
      .edges()
      .filter(({ v, w }) => rooms.includes(v) && rooms.includes(w))
      .map((edge) => String(graph.edge(edge))),
  )
}
