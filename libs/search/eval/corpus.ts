import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'

const fixtures = new URL('../../../tests/fixtures/', import.meta.url)

/** A page of the corpus; `path` is relative to the archive's folder. */
export interface CorpusPage {
  path: string
  title: string
  sections: CorpusSection[]
}

interface CorpusSection {
  title: string
  text: string
}

/** A question or search, and the pages of which any one answers it; none if the corpus has no answer. */
export interface Case {
  id: string
  text: string
  kind: string
  expected: string[]
}

/** Reads the pages of the documentation that the questions are about. */
export async function readCorpus(): Promise<CorpusPage[]> {
  const archive = unzipSync(await readFile(new URL('fluentd-docs.zip', fixtures)), {
    filter: ({ name }) => name.endsWith('.md') && !name.endsWith('SUMMARY.md'),
  })
  return Object.entries(archive).map(([name, bytes]) => pageOf(name.replace(/^[^/]*\//, ''), strFromU8(bytes)))
}

export async function readCases(): Promise<{ questions: Case[]; searches: Case[] }> {
  const file: { questions: (Case & { question: string })[]; searches: (Case & { query: string })[] } = JSON.parse(
    await readFile(new URL('search-dev.json', fixtures), 'utf8'),
  )
  return {
    questions: file.questions.map(({ id, question, kind, expected }) => ({ id, text: question, kind, expected })),
    searches: file.searches.map(({ id, query, kind, expected }) => ({ id, text: query, kind, expected })),
  }
}

/** Splits a page of markdown at its headings; the first heading is its title. */
export function pageOf(path: string, markdown: string): CorpusPage {
  const sections: CorpusSection[] = [{ title: '', text: '' }]
  let fenced = false
  for (const line of markdown.split('\n')) {
    if (/^\s*```/.test(line)) fenced = !fenced
    const heading = fenced ? null : /^#{1,6}\s+(.*)$/.exec(line)
    const current = sections.at(-1)
    if (heading) sections.push({ title: heading[1] ?? '', text: '' })
    else if (current) current.text += `${linkText(line)}\n`
  }
  const filled = sections.filter(({ title, text }) => title || text.trim())
  return { path, title: filled[0]?.title || path, sections: filled }
}

function linkText(line: string): string {
  return line.replace(/\]\([^)\s]*\)/g, ']')
}
