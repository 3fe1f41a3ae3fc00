import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { DocumentError, parseFrontMatter } from '@quire/document'
import { strFromU8, unzipSync } from 'fflate'
import { z } from 'zod'

const question = z.strictObject({
  question: z.string().min(1),
  /** In the words of the documentation, about a detail of it, in other words, or without an answer. */
  kind: z.enum(['easy', 'deep', 'paraphrased', 'unanswerable']),
  /** The pages of which any one answers it; none where the documentation has no answer. */
  expected: z.array(z.string()),
  /** Words of which a good answer has one; upper and lower case count as equal. */
  mustMention: z.array(z.string()).optional(),
})

export type Question = z.output<typeof question>

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

/** Files of documentation: its pages, and a file with an array of questions about them. */
interface CorpusLocation {
  name: string
  root: string
  patterns: string[]
  questions: string | URL
}

/** The documentation in a folder: all its markdown, and its questions in `questions.json`. */
export const readCorpusFolder = (folder: string): Promise<Corpus> =>
  readCorpus({
    name: basename(resolve(folder)),
    root: folder,
    patterns: ['**/*.md'],
    questions: join(folder, 'questions.json'),
  })

/** Throws if a question expects a page that does not exist, since no answer to it could count. */
async function readCorpus({ name, root, patterns, questions: file }: CorpusLocation): Promise<Corpus> {
  const pages = await readPages(root, patterns)
  const questions = z.array(question).parse(JSON.parse(await readFile(file, 'utf8')))
  const ids = new Set(pages.map(({ id }) => id))
  const missing = questions.flatMap(({ expected }) => expected).find((id) => !ids.has(id))
  if (missing !== undefined)
    throw new Error(`The questions about ${name} expect ${missing}, which is not among its pages`)
  return { name, pages, questions }
}

/** The files that match a pattern, without tables of contents. */
async function readPages(root: string, patterns: string[]): Promise<CorpusPage[]> {
  const paths = globSync(patterns, { cwd: root, exclude: ['**/SUMMARY.md', '**/node_modules'] }).sort()
  return Promise.all(paths.map(async (path) => pageOf(path, await readFile(join(root, path), 'utf8'))))
}

/** Titled as an import does: by its front matter, else by its first heading. Throws if the front matter is broken. */
function pageOf(id: string, text: string): CorpusPage {
  try {
    const { attributes, body } = parseFrontMatter(text)
    const heading = /^#{1,2} +(.*)$/m.exec(body)?.[1] ?? id
    return { id, title: typeof attributes.title === 'string' ? attributes.title : heading, markdown: body }
  } catch (error) {
    if (error instanceof DocumentError) throw new Error(`${id}: ${error.message}`, { cause: error })
    throw error
  }
}

const fixtures = new URL('../../../tests/fixtures/', import.meta.url)
const require = createRequire(import.meta.url)

/** The documentation of four projects: the first for development, the others from packages that contain it. */
export async function readCorpora(): Promise<Corpus[]> {
  return Promise.all([
    fluentd(),
    packaged('fastify', 'docs', ['Guides/**/*.md', 'Reference/**/*.md']),
    packaged('undici', 'docs/docs', ['**/*.md']),
    packaged('bun-types', 'docs', ['*.mdx', '{bundler,pm,runtime,test}/**/*.mdx']),
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

/** The documentation in a folder of a package, with the questions of the same name. */
const packaged = (name: string, folder: string, patterns: string[]): Promise<Corpus> =>
  readCorpus({
    name,
    root: join(dirname(require.resolve(`${name}/package.json`)), folder),
    patterns,
    questions: new URL(`questions/${name}.json`, import.meta.url),
  })
