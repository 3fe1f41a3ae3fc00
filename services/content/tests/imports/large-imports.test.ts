import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type ArchiveSource, archiveSource } from '../support/archive-source.ts'
import { statementsDuring } from '../support/sent-statements.ts'
import { startWorld, type World } from '../world.ts'

let world: World
let source: ArchiveSource
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  source.stop()
  await world.stop()
})

const content = /"?(tree_node|document|revision|space)"?/

/** Returns the statements of an import of this many pages in folders of 50, in order. */
async function statements(pages: number): Promise<string[]> {
  const { id } = await world.makeSpace()
  const files = Object.fromEntries(
    Array.from({ length: pages }, (_, at) => [`f${Math.floor(at / 50)}/p${at}.md`, `# Page ${at}\n\nText ${at}.`]),
  )
  const jobs = /with taken|with given/
  const sent = await statementsDuring(world, content, () =>
    source.importFiles(world, id, { ...files, 'README.md': '# Home' }),
  )
  const presented = await world.send('listPages', { params: { spaceId: id } })
  expect(presented.body.pages.flatMap(({ pages = [] }: { pages?: unknown[] }) => pages)).toHaveLength(pages)
  return sent.filter((statement) => !jobs.test(statement))
}

test('an import of five hundred pages sends about as many statements as one of fifty', async () => {
  const [few, many] = [await statements(50), await statements(500)]
  expect(many.length).toBeLessThanOrEqual(few.length + 8)
})

test('under the lock of its space an import reads and writes neither texts nor nodes', async () => {
  const sent = await statements(100)
  const lock = sent.findIndex((statement) => /from "space" .* for no key update/.test(statement))
  expect(lock).toBeGreaterThan(0)
  expect(sent.slice(lock).filter((statement) => /tree_node|into document|"document"/.test(statement))).toEqual([])
})
