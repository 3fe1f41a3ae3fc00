import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { emptyRoots } from '../../storage/revisions/revision-entries.ts'
import { memoryStorage } from '../../storage/revisions/testing/memory-storage.ts'
import { collectTexts } from './collect-texts.ts'
import { inFolder } from './print/print-job.ts'
import type { SelectedPage } from './selection.ts'

const page = { id: 'p', depth: 0, page: { type: 'document', title: 'Page', document: 'd' } } as unknown as SelectedPage

test('a page that refers to very many things that are not there is gathered all the same', async () => {
  const markdown = Array.from({ length: 200_000 }, (_, at) => `/reusable-contents/r${at}`).join(' ')
  const documents = { ...memoryStorage().documents, load: async () => new Map([['d', markdown]]) }
  const source = {
    ...{ storage: { ...memoryStorage(), documents }, roots: emptyRoots(), signal: new AbortController().signal },
  }
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  try {
    const { referred, reusables } = await collectTexts(source, [page], folder)
    expect([referred.reusables.size, reusables]).toEqual([200_000, {}])
    expect(await readFile(join(folder, inFolder.pages), 'utf8')).toContain('r199999')
  } finally {
    await rm(folder, { recursive: true })
  }
})
