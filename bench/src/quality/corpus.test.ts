import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { readCorpusFolder } from './corpus.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quality-'))
  await mkdir(join(folder, 'guides'))
  await writeFile(join(folder, 'SUMMARY.md'), '# Summary\n')
  await writeFile(join(folder, 'guides/install.md'), '---\ntitle: Installing\n---\n# To install\n')
})
afterEach(() => rm(folder, { recursive: true }))

const ask = (question: object) => writeFile(join(folder, 'questions.json'), JSON.stringify([question]))

test('a folder is read as pages, titled by their front matter, and the questions about them', async () => {
  const question = { kind: 'easy', question: 'How do I install it?', expected: ['guides/install.md'] }
  await ask(question)
  const { pages, questions } = await readCorpusFolder(folder)
  expect(pages).toEqual([{ id: 'guides/install.md', title: 'Installing', markdown: '# To install\n' }])
  expect(questions).toEqual([question])
})

test('a question that expects a page that is not there is refused, with its name', async () => {
  await ask({ kind: 'easy', question: 'How do I install it?', expected: ['guides/instal.md'] })
  await expect(readCorpusFolder(folder)).rejects.toThrow('guides/instal.md')
})

test('a page with broken front matter is refused, with its name', async () => {
  await writeFile(join(folder, 'guides/run.md'), '---\ntitle: [\n---\n')
  await ask({ kind: 'unanswerable', question: 'Why?', expected: [] })
  await expect(readCorpusFolder(folder)).rejects.toThrow('guides/run.md')
})
