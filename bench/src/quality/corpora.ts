import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { type Corpus, pageOf, type Question, readCorpus } from './corpus.ts'

const fixtures = new URL('../../../tests/fixtures/', import.meta.url)
const require = createRequire(import.meta.url)

/** The documentation of four projects: the first for development, the others from packages that have it with them. */
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

/** What a package has in this folder, with the questions of the same name. */
const packaged = (name: string, folder: string, patterns: string[]): Promise<Corpus> =>
  readCorpus({
    name,
    root: join(dirname(require.resolve(`${name}/package.json`)), folder),
    patterns,
    questions: new URL(`questions/${name}.json`, import.meta.url),
  })
