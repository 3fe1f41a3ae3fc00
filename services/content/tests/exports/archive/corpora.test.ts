import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { links, parseSummary } from '@quire/document'
import { resolvePath, rewriteLinks } from '@quire/document/plain'
import { readArchive } from '../../../src/imports/archive.ts'
import { slugFor } from '../../../src/storage/revisions/revision-entries.ts'
import { type ArchiveSource, archiveSource } from '../../support/archive-source.ts'
import { startWorld, type World } from '../../world.ts'

/** Documentation of others: a small one of the repository, and a large one where somebody keeps it beside it. */
const corpora = {
  'fluentd-docs': resolve(import.meta.dirname, '../../../../../tests/fixtures/fluentd-docs.zip'),
  'elsa-docs': resolve(import.meta.dirname, '../../../../../shared/corpus/elsa-docs.zip'),
}

let source: ArchiveSource
let world: World
beforeAll(async () => {
  source = await archiveSource()
  world = await startWorld({ OUTBOUND_ALLOW: source.host })
})
afterAll(async () => {
  await world?.stop()
  source?.stop()
})

type Files = Record<string, Buffer>

async function filesIn(archive: Buffer): Promise<Files> {
  const found = await readArchive(archive, { field: 'archive' })
  return Object.fromEntries(await Promise.all(found.map(async ({ path, read }) => [path, await read()] as const)))
}

/** The parts of a file that an export preserves: of its links the targets, not the spelling. */
function compared(path: string, bytes: Buffer, all: Files) {
  if (!/\.md$/.test(path)) return { text: bytes.toString('hex'), targets: [] }
  const text = bytes
    .toString()
    .replaceAll('\r\n', '\n')
    .replace(/^\uFEFF/, '')
  if (path === 'SUMMARY.md') return { text: parseSummary(text).pages.map(withoutLines), targets: [] }
  const found = links(text)
  const isInside = ({ kind }: (typeof found)[number]) => kind === 'page' || kind === 'file'
  const targets = found.filter(isInside).map(({ target, url }) => {
    const resolved = resolvePath(path, target) ?? ''
    const names = [resolved, `${resolved}.md`, `${resolved ? `${resolved}/` : ''}README.md`]
    const file = names.find((one) => one in all)
    return file === undefined ? undefined : file + (/#.*$/s.exec(url)?.[0] ?? '')
  })
  const masked = rewriteLinks(text, (link) => (isInside(link) ? 'inside' : undefined), found)
  return { text: masked.replaceAll('<inside>', 'inside').trim(), targets }
}

function withoutLines({ line: _, pages, ...page }: ReturnType<typeof parseSummary>['pages'][number]): unknown {
  // An anchor that says the same as the title of its group is not needed.
  const slug = page.type === 'group' ? { slug: page.slug ?? slugFor(page.title) } : {}
  return { ...page, ...slug, pages: pages.map(withoutLines) }
}

for (const [name, archive] of Object.entries(corpora)) {
  const ifThere = existsSync(archive) ? test : test.skip
  ifThere(`${name} is exported as the files that it was imported from`, async () => {
    const before = await filesIn(await readFile(archive))
    const { id: spaceId } = await world.makeSpace()
    await source.importFiles(world, spaceId, before)
    const after = await filesIn((await world.send('exportSpaceArchive', { params: { spaceId } })).bytes)
    const expected = Object.keys(before).filter((path) => !/(^|\/)\.(?!gitbook\/)/.test(path))
    expect(
      Object.keys(after)
        .filter((path) => path !== '.gitbook.yaml')
        .sort(),
    ).toEqual([...new Set([...expected, 'SUMMARY.md'])].sort())
    for (const path of expected) {
      const [one, other] = [before[path], after[path]]
      if (!one || !other) continue
      const [was, is] = [compared(path, one, before), compared(path, other, after)]
      expect([path, is.text]).toEqual([path, was.text])
      // A link that leads to no file may be a page's address, which an import resolves.
      expect([path, is.targets.map((target, at) => was.targets[at] && target)]).toEqual([path, was.targets])
    }
  })
}
