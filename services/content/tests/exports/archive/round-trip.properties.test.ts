import { expect, test } from '@jest/globals'
import { runs } from '@quire/properties'
import fc from 'fast-check'
import { archiveTexts } from '../../../src/exports/archive/archive-texts.ts'
import { planArchive } from '../../../src/exports/archive/plan-archive.ts'
import { writeSources } from '../../../src/exports/archive/write-sources.ts'
import { applyImport } from '../../../src/imports/apply-import.ts'
import type { Sources } from '../../../src/imports/context.ts'
import { planImport } from '../../../src/imports/plan-import.ts'
import { recordSources } from '../../../src/imports/record-sources.ts'
import { documentHash } from '../../../src/storage/revisions/document-store.ts'
import { emptyRoots, type Roots } from '../../../src/storage/revisions/revision-entries.ts'
import { memoryStorage } from '../../../src/storage/revisions/testing/memory-storage.ts'
import { TreeDraft } from '../../../src/storage/trees/tree-draft.ts'
import { entries } from '../../../src/storage/trees/tree-reads.ts'
import { field, parser, sources, storeFile } from '../../imports/plan.fixture.ts'

type Files = Record<string, string | Buffer>

const signal = new AbortController().signal

/** Imports files into an empty space in memory. */
async function importedTo(storage: ReturnType<typeof memoryStorage>, files: Files): Promise<Roots> {
  const texts = {
    async add(markdown: string) {
      if (markdown === '') return null
      const hash = documentHash(markdown)
      storage.write({ roots: emptyRoots(), nodes: [], documents: new Map([[hash, markdown]]) })
      return hash
    },
    flush: async () => undefined,
  }
  const options = { field, storeFile, storeText: texts.add, parser, isWhole: true }
  const plan = await planImport(sources(files), options)
  const now = '2026-01-02T03:04:05.006Z'
  const draft = await applyImport(
    { storage, roots: emptyRoots(), now, texts, parser, isOfSource: false, onProblem: () => undefined },
    plan,
  )
  const { roots } = storage.write(await draft.finish())
  const listingsOf = (_: unknown, at: Roots, sources: Sources) => planArchive(storage, at, { sources })
  const recorded = plan.sources && (await recordSources({ storage, roots, texts, listingsOf }, plan.sources, plan))
  return recorded ? storage.write({ ...recorded, documents: new Map() }).roots : roots
}

/** The texts of the archive of a space in memory, by path. */
async function exportedFrom(storage: ReturnType<typeof memoryStorage>, roots: Roots): Promise<Record<string, Buffer>> {
  const plan = await planArchive(storage, roots)
  const found = (await writeSources(plan, { storage, parser })).map(({ path, bytes }) => [path, bytes] as const)
  const root = plan.sources.summary?.root ? `${plan.sources.summary.root}/` : ''
  const texts = archiveTexts(plan, { storage, parser, spaceId: 'space', signal })
  for (const { path } of plan.texts) found.push([root + path, (await texts.next()).value ?? Buffer.alloc(0)])
  return Object.fromEntries(found)
}

const addresses = [
  ...[
    'a.md',
    './a.md',
    '/a.md',
    'a',
    'deep/',
    'deep/README.md',
    'deep',
    '/deep/',
    'deep/with%20space.md',
    'missing.md',
  ],
  ...['<deep/with space.md>', 'a.md#part', './a.md#a%20b', 'a.md?x=1', '.gitbook/assets/p.png', 'broken-reference'],
  ...['deep/../a.md', '../a.md', 'https://example.com/a.md', '#here', 'Q&amp;A.md', 'deep/with\\ space.md'],
]
const address = fc.constantFrom(...addresses)
const link = fc.oneof(
  address.map((to) => `[words](${to})`),
  address.map((to) => `![picture](${to} "title")`),
  address.map((to) => `<a href="${to}">words</a>`),
  address.filter((to) => !/[<> ]/.test(to)).map((to) => `<a href=${to}>words</a>`),
  address.map((to) => `<img src='${to}' alt="">`),
  fc.constantFrom('[one]', '[two][one]', '`[code](a.md)`', '<https://example.com>', 'a_b*c', '**bold**', '\\[', '|'),
)
const line = fc.oneof(
  fc
    .array(fc.oneof(link, fc.constantFrom('word', 'other words', 'é', ' ', '  ')), { maxLength: 4 })
    .map((some) => some.join(' ')),
  address.map((to) => `{% content-ref url="${to}" %}`),
  fc.constantFrom(
    '{% endcontent-ref %}',
    '{% hint style="info" %}',
    '{% endhint %}',
    '```',
    '- item',
    '  * deeper',
    '',
    '',
    '# Other',
  ),
  address.filter((to) => !to.includes('\\')).map((to) => `[one]: ${to}`),
)
const head = fc.constantFrom(
  '',
  '# Title\n\n',
  '# Title\n',
  '\n# Title #\n\n\n',
  'Title\n=====\n\n',
  '---\ntitle: "Own"\nhidden: true\n---\n\n# Own\n\n',
  '---\ndescription: >-\n  Folded\n  words\n---\n\n# *Title*\n\n',
  '---\ncover: .gitbook/assets/p.png\ncoverY: 0\n---\n',
)
const lines = fc.array(line, { maxLength: 12 })
const page = fc
  .record({
    head,
    lines,
    last: fc.constantFrom('', '\n', '\n\n'),
    end: fc.constantFrom('\n', '\n', '\r\n', '\r'),
    mixed: fc.boolean(),
    mark: fc.constantFrom('', '', '\uFEFF'),
  })
  .map(({ head, lines, last, end, mixed, mark }) => {
    const text = head + lines.join('\n') + last
    let at = 0
    return mark + text.replaceAll('\n', () => (mixed && at++ % 3 === 1 ? '\n' : end))
  })
const pages = fc.record({
  'README.md': page,
  'a.md': page,
  'deep/README.md': page,
  'deep/with space.md': page,
  'deep/b.md': page,
  // A text with an access rule of its own is a failure.
  '.gitbook/includes/note.md': page.filter((text) => !text.includes('hidden:')),
})
/** Pages without words. */
const blank = {
  ...{ 'README.md': '', 'a.md': '', 'deep/README.md': '', 'deep/with space.md': '', 'deep/b.md': '' },
  '.gitbook/includes/note.md': '',
}
const summaries = [
  undefined,
  '# Table of contents\n\n* [Title](README.md)\n* [A](a.md)\n',
  '# Summary\r\n\r\n- [Home](./README.md)\r\n    - [Deep](deep/)\r\n        - [Space](<deep/with space.md>)\r\n\r\n## Group\r\n- [B](deep/b.md "b")\r\n',
  '* [Title](README.md)\n* [Gone](gone.md)\n* [A](a.md)\n* [Title](README.md)\n',
]
const configs = [
  undefined,
  'structure:\n  summary: SUMMARY.md # where it is\nredirects:\n    /old/page/: ./a.md\n',
  '\r\nroot: ./\r\n',
]

/** The files of a source in a folder, as its configuration names it. */
const layout = fc
  .record({
    pages,
    summary: fc.constantFrom(...summaries),
    config: fc.constantFrom(...configs),
    inFolder: fc.boolean(),
  })
  .map(({ pages, summary, config, inFolder }): Files => {
    const files: Files = {
      ...pages,
      '.gitbook/assets/p.png': 'bytes',
      ...(summary !== undefined && { 'SUMMARY.md': summary }),
    }
    if (!inFolder) return { ...files, ...(config !== undefined && { '.gitbook.yaml': config }) }
    const moved = Object.entries(files).map(([path, content]): [string, string | Buffer] => [
      `docs/en/${path}`,
      content,
    ])
    return { ...Object.fromEntries(moved), '.gitbook.yaml': 'root: ./docs/en/\n' }
  })

const plain = (files: Files) =>
  Object.fromEntries(
    Object.entries(files).flatMap(([path, content]) => (path.endsWith('.png') ? [] : [[path, content.toString()]])),
  )

test('the archive of an import has the bytes of every text of its source', async () => {
  await fc.assert(
    fc.asyncProperty(layout, async (files) => {
      const storage = memoryStorage()
      expect(plain(await exportedFrom(storage, await importedTo(storage, files)))).toEqual(plain(files))
    }),
    { numRuns: runs(60), examples: [[{ 'a.md': '<a href=a.md>words</a>' }]] },
  )
})

test('a sentence that is changed is the only difference in the archive', async () => {
  await fc.assert(
    fc.asyncProperty(pages, fc.nat(20), async (files, at) => {
      const storage = memoryStorage()
      const roots = await importedTo(storage, files)
      const before = await exportedFrom(storage, roots)
      const [id, entry] = (await entries(storage.nodes, roots.pages)).find(([, one]) => one.git?.path === 'a.md') ?? []
      if (!id || !entry?.document) return
      const text = (await storage.documents.load([entry.document])).get(entry.document) ?? ''
      const was = text.split('\n')
      const edited = was.with(at % was.length, 'An edited sentence').join('\n')
      const draft = new TreeDraft(storage.nodes, roots.pages)
      draft.set(id, { ...entry, document: documentHash(edited) })
      const { root, nodes } = await draft.finish()
      const changed = { ...roots, pages: root }
      storage.write({ roots: changed, nodes, documents: new Map([[documentHash(edited), edited]]) })
      const after = await exportedFrom(storage, changed)
      // The byte order mark of the file stays before an edited first line.
      const linesOf = (bytes: Buffer | undefined) =>
        bytes
          ?.toString()
          .replace('\uFEFF', '')
          .split(/\r\n?|\n/) ?? []
      const [one, other] = [linesOf(before['a.md']), linesOf(after['a.md'])]
      expect(other).toHaveLength(one.length)
      const different = other.filter((line, index) => line !== one[index])
      // A line that opens a block, or parts two, changes what the links below it are.
      const opens = /```|\{%|^\s*\[one\]:|^\s*(?:[-=]+|#.*|[-*] .*)?$|[<`|\\]/.test(was[at % was.length] ?? '')
      if (!opens) expect(different.filter((line) => line !== 'An edited sentence')).toEqual([])
      expect({ ...after, 'a.md': '' }).toEqual({ ...before, 'a.md': '' })
    }),
    { numRuns: runs(60), examples: [[{ ...blank, 'a.md': '[one]: a.md\n\n[one]' }, 2]] },
  )
})
