import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { DocumentError, parseFrontMatter } from '@quire/document'
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

/** Where some documentation is: its pages, and a file with an array of questions about them. */
interface Place {
  name: string
  root: string
  patterns: string[]
  questions: string | URL
}

/** The documentation in a folder: all its markdown, and its questions in `questions.json`. */
export const corpusIn = (folder: string): Promise<Corpus> =>
  readCorpus({
    name: basename(resolve(folder)),
    root: folder,
    patterns: ['**/*.md'],
    questions: join(folder, 'questions.json'),
  })

/** Throws where a question expects a page that is not there, since no answer to it could count. */
export async function readCorpus({ name, root, patterns, questions: file }: Place): Promise<Corpus> {
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

/** Titled as an import does: by its front matter, else by its first heading. Throws where front matter is broken. */
export function pageOf(id: string, text: string): CorpusPage {
  try {
    const { attributes, body } = parseFrontMatter(text)
    const heading = /^#{1,2} +(.*)$/m.exec(body)?.[1] ?? id
    return { id, title: typeof attributes.title === 'string' ? attributes.title : heading, markdown: body }
  } catch (error) {
    if (error instanceof DocumentError) throw new Error(`${id}: ${error.message}`, { cause: error })
    throw error
  }
}
