/** A paragraph, a list item or a table row that may equate two names. Names stand between `mark`s. */
export interface Statement {
  text: string
  /** The heading directly above the statement. */
  heading?: string
  /** The cells of a row, and the titles of their columns. */
  row?: { titles: readonly string[]; cells: readonly string[] }
}

/** Marks around text that is set off: in bold, italics or quotes, as code, or as a link. */
const mark = { from: '⟦', to: '⟧' } as const

const maxCharacters = 4000
/** Bound on the columns of a table: each row is compared with the titles of its columns. */
const maxColumns = 50

const fence = /^\s*(?:```|~~~)/
const heading = /^ {0,3}#{1,6}(?=\s)/
const item = /^\s*(?:[-*+]|\d{1,3}[.)])\s+/

/** Returns the statements of a page's markdown, in order, without code. */
export function statementsOf(markdown: string, title: string): Statement[] {
  const all: Statement[] = []
  let [lines, under, isCode]: [string[], string | undefined, boolean] = [[], title, false]
  let titles: string[] | undefined
  const end = () => {
    const text = marked(lines.join(' '))
    lines = []
    if (text === '') return
    all.push({ text, ...(under !== undefined && { heading: under }) })
    under = undefined
  }
  for (const line of markdown.split('\n')) {
    const row = !isCode && /^\s*\|/.test(line) ? cellsOf(line) : undefined
    if (fence.test(line) || line.trim() === '' || heading.test(line) || item.test(line) || row) end()
    if (!row) titles = undefined
    if (fence.test(line)) isCode = !isCode
    else if (isCode) continue
    else if (row && !titles) titles = row.map(plain)
    else if (row && titles) all.push({ text: row.join(' — '), row: { titles, cells: row } })
    else if (heading.test(line)) {
      const text = marked(line.replace(heading, ''))
        .replace(/(?<![^ ])#+$/, '')
        .trim()
      all.push({ text })
      under = plain(text)
    } else lines.push(line.replace(item, ''))
  }
  end()
  return all
}

/** Returns a text without its marks. */
export const plain = (text: string): string => text.replaceAll(mark.from, '').replaceAll(mark.to, '').trim()

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/, maxColumns)
    .map(marked)

/** Returns markdown as plain text, with its names marked. */
function marked(markdown: string): string {
  const name = (_: string, text: string) => `${mark.from}${plain(text)}${mark.to}`
  return markdown
    .slice(0, maxCharacters)
    .replace(/[⟦⟧]/g, '')
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, '')
    .replace(/\[([^\][]{1,120})\]\([^)]{0,500}\)/g, name)
    .replace(/<\/?[a-zA-Z][^<>]{0,200}>|\{%[^%]{0,200}%\}/g, '')
    .replace(/`{1,3}([^`]{1,80})`{1,3}/g, name)
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/(?<![\p{L}\p{N}*_])[*_]{1,3}([^*_\s](?:[^*_]{0,80}[^*_\s])?)[*_]{1,3}(?![\p{L}\p{N}*_])/gu, name)
    .replace(/["“„«]([^"“”„«»]{2,60})["”“»]/g, name)
    .replace(/\s+/g, ' ')
    .trim()
}
