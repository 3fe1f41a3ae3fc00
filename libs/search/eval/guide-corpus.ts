import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PageVersion } from '../src/segment/page-version.ts'
import { type CorpusPage, pageOf } from './corpus.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const own = (name: string) => new URL(`guide/${name}`, import.meta.url)

/** A search, and the pages of which any one answers it. */
interface GuideSearch {
  text: string
  kind: string
  expected: string[]
}

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
