import { decodePercent } from '@quire/document/plain'
import { resolveFrom } from '../../source-paths.ts'
import { styleOfEmoji } from '../html/callout-emoji.ts'
import { outsideCode } from '../outside-code.ts'

interface MarkdownTerms {
  path: string
  /** True for a row of a database, whose properties stand at its top. */
  isRow: boolean
  /** True for a file of the export that is no page. */
  isFile(path: string): boolean
}

/** Converts Notion's markdown to Quire's: callouts, formulas, bookmarks, files and the properties of a row. */
export function notionMarkdown(
  text: string,
  { path, isRow, isFile }: MarkdownTerms,
): { markdown: string; title?: string } {
  const [, title = '', body = text] = /^\s*# (.*)\n?([\s\S]*)$/.exec(text) ?? []
  const converted = outsideCode(isRow ? withProperties(body) : body, lineConverter(path, isFile))
  const plain = title.replaceAll(/\\([^\w\s])/g, '$1').trim()
  return title === '' ? { markdown: converted } : { markdown: `# ${title}\n${converted}`, title: plain }
}

/** Makes a table of the lines `Key: value` in the first paragraph of a row. */
function withProperties(body: string): string {
  const [, before = '', paragraph = '', rest = ''] = /^(\n*)([^\n]+(?:\n[^\n]+)*)([\s\S]*)$/.exec(body) ?? []
  const lines = paragraph.split('\n').map((line) => /^([^:\n]{1,100}):(?: (.*))?$/.exec(line))
  if (!lines.every((line) => line !== null)) return body
  const inCell = (value: string) => value.replaceAll('|', '\\|')
  const rows = lines.map(([, key = '', value = '']) => `| ${inCell(key)} | ${inCell(value)} |`)
  return `${before}| Property | Value |\n| - | - |\n${rows.join('\n')}${rest}`
}

function lineConverter(path: string, isFile: MarkdownTerms['isFile']) {
  /** The indent of a callout whose first line has not come yet. */
  let opening: string | undefined
  return (line: string): string => {
    const [, indent = '', sign] = /^(\s*)<(\/?)aside>\s*$/.exec(line) ?? []
    if (sign === '/') return `${indent}{% endhint %}`
    if (sign === '') {
      opening = indent
      return ''
    }
    if (opening !== undefined && line.trim() !== '') {
      const start = opening
      opening = undefined
      return callout(start, line)
    }
    return withFormulas(blockLine(line, path, isFile) ?? line)
  }
}

/** Begins a hint in the style of its emoji. An icon of Notion's own site is dropped. */
function callout(indent: string, line: string): string {
  const words = line.replace(/^\s*<img [^<>]*>\s*/, '').trim()
  const style = styleOfEmoji(words)
  const rest = style === undefined ? words : words.replace(/^\p{Extended_Pictographic}\uFE0F?\s*/u, '')
  return `${indent}{% hint style="${style ?? 'info'}" %}\n${indent}${withFormulas(rest)}`
}

/** Makes a block of a line that is nothing but a link to a file, or a bookmark. */
function blockLine(line: string, path: string, isFile: MarkdownTerms['isFile']): string | undefined {
  const [, indent = '', words = '', url = ''] = /^(\s*)\[([^\]]*)\]\(([^()\s"{}]+)\)\s*$/.exec(line) ?? []
  if (url === '') return undefined
  if (/^https?:/i.test(url)) return words === url ? `${indent}{% embed url="${url}" %}` : undefined
  const target = resolveFrom(path, decodePercent(url))
  return target !== undefined && isFile(target) ? `${indent}{% file src="${url}" %}` : undefined
}

const dollars = /(?<![\\$\w])\$(?![\s$])([^$\n]{1,1000})(?<![\s\\])\$(?![$\w])/g

/** Doubles the dollar signs of formulas. Notion does not escape amounts of money, which hold none of these signs. */
const withFormulas = (line: string) =>
  line.replaceAll(dollars, (whole, inner: string) => (/[\\^_={}]/.test(inner) ? `$$${inner}$$` : whole))
