import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageVersion } from '../src/segment/page-version.ts'
import type { CorpusPage } from './corpus.ts'
import { pageOf, readCases, readCorpus } from './corpus.ts'
import { confidence, finderOf, measure } from './measure-quality.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A search, and the pages of which any one answers it. */
interface GuideSearch {
  text: string
  kind: string
  expected: string[]
}

/** Prints the quality of search results for the searches and questions of the corpus, and the confidence by kind. */
async function main(): Promise<void> {
  const find = finderOf((await readCorpus()).map((page) => versionOf(page, 'en')))
  const { questions, searches } = await readCases()
  print('searches', measure(searches, find))
  print(
    'questions',
    measure(questions, (text) => find(text, 'best-first')),
  )
  const confidences: Record<string, number[]> = {}
  for (const { kind, text } of questions) {
    confidences[kind] = [...(confidences[kind] ?? []), round(confidence(find, text))]
  }
  print('confidence', confidences)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function print(title: string, value: unknown): void {
  process.stdout.write(`${title} ${JSON.stringify(value, undefined, 1)}\n`)
}

await main()

const own = (name: string) => new URL(`guide/${name}`, import.meta.url)

export async function readGuideSearches(): Promise<GuideSearch[]> {
  const searches: GuideSearch[] = JSON.parse(await readFile(own('searches.json'), 'utf8'))
  return searches
}

/** Reads Quire's documentation in English, and short guides in German and Japanese with ids such as `de/<title>`. */
export async function readGuide(): Promise<PageVersion[]> {
  const paths = ['CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const english = paths.map(async (path) => versionOf(pageOf(path, await readFile(root + path, 'utf8')), 'en'))
  const others = ['de', 'ja'].map(async (language) => {
    const text = await readFile(own(`${language}.md`), 'utf8')
    const pages = text.split(/^(?=# )/m).filter((page) => page.trim() !== '')
    return pages.map((page) => {
      const title = /^# (.*)$/m.exec(page)?.[1] ?? ''
      return versionOf(pageOf(`${language}/${title}`, page), language)
    })
  })
  return [...(await Promise.all(english)), ...(await Promise.all(others)).flat()]
}

/** Converts a corpus page to the indexed form: the text below its title is its introduction. */
export function versionOf({ path, title, sections }: CorpusPage, language: string): PageVersion {
  const [introduction, ...rest] = sections
  const text = {
    title,
    path: language === 'en' ? path.replace(/(README)?\.md$/, '') : '',
    sections: [{ title: '', text: introduction?.text ?? '' }, ...rest],
    document: path,
  }
  return { space: 'docs', id: path, language, text }
}
