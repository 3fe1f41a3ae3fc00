import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'

/** A question, and the pages of which any one answers it; none where the documentation has no answer. */
export interface Question {
  question: string
  /** In the words of the documentation, about a detail of it, in other words, or without an answer. */
  kind: 'easy' | 'deep' | 'paraphrased' | 'unanswerable'
  expected: string[]
  /** Words of which a good answer has one; upper and lower case count as equal. */
  mustMention?: string[]
}

/** A page of markdown; `id` is its path in its documentation. */
export interface CorpusPage {
  id: string
  title: string
  markdown: string
}

/** Some documentation with questions about it. */
export interface Corpus {
  name: string
  pages: CorpusPage[]
  questions: Question[]
}

const fixtures = new URL('../../../tests/fixtures/', import.meta.url)
const require = createRequire(import.meta.url)

/** The documentation of three projects: the first for development, the others from packages that have it with them. */
export async function readCorpora(): Promise<Corpus[]> {
  return Promise.all([
    fluentd(),
    packaged('fastify', 'docs', ['Guides/**/*.md', 'Reference/**/*.md']),
    packaged('undici', 'docs/docs', ['**/*.md']),
  ])
}

async function fluentd(): Promise<Corpus> {
  const archive = unzipSync(await readFile(new URL('fluentd-docs.zip', fixtures)), {
    filter: ({ name }) => name.endsWith('.md') && !name.endsWith('SUMMARY.md'),
  })
  const pages = Object.entries(archive).map(([name, bytes]) => pageOf(name.replace(/^[^/]*\//, ''), strFromU8(bytes)))
  const file: { questions: Question[] } = JSON.parse(await readFile(new URL('search-dev.json', fixtures), 'utf8'))
  return { name: 'fluentd', pages, questions: file.questions }
}

/** What a package has in this folder, with the questions of the same name. */
async function packaged(name: string, folder: string, patterns: string[]): Promise<Corpus> {
  const root = join(dirname(require.resolve(`${name}/package.json`)), folder)
  const paths = globSync(patterns, { cwd: root }).sort()
  const pages = await Promise.all(paths.map(async (path) => pageOf(path, await readFile(join(root, path), 'utf8'))))
  const questions = await readFile(new URL(`questions/${name}.json`, import.meta.url), 'utf8')
  return { name, pages, questions: JSON.parse(questions) as Question[] }
}

/** Titled by its first heading, as an import does. */
const pageOf = (id: string, markdown: string): CorpusPage => ({
  id,
  title: /^#{1,2} +(.*)$/m.exec(markdown)?.[1] ?? id,
  markdown,
})
