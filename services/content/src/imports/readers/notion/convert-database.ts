import { DocumentError, serialise } from '@quire/document'
import { CsvError, parse } from 'csv-parse/sync'
import type { PhrasingContent, TableCell } from 'mdast'
import { idInAddress } from './notion-names.ts'

/** A page of a row: its title, and its address in the page of the database. */
export interface DatabaseRow {
  title: string
  url: string
}

/** Bounds of a table (docs/markdown.md#limits), and of what is read to find out that one exceeds them. */
const maxCells = 20_000
const maxRecordBytes = 1_000_000

/** A relation to a page: its title, and its address in parentheses. */
const relation = /([^,()\n]{1,200}) \(([^()\s]{32,1000})\)/g

/**
 * Converts a database in CSV to a page with a table, whose first column leads to the pages of its rows. Throws
 * DocumentError if it is not CSV or too large for a table.
 */
export function convertDatabase(csv: string, title: string, rows: DatabaseRow[]): string {
  const [header, ...records] = recordsOf(csv)
  const heading = { type: 'heading' as const, depth: 1 as const, children: [{ type: 'text' as const, value: title }] }
  if (!header) return serialise({ type: 'root', children: [heading] })
  if (header.length * (records.length + 1) > maxCells)
    throw new DocumentError('too-large', `The database has more than ${maxCells} cells, which no table holds`)
  const waiting = Map.groupBy(rows, (row) => row.title.trim())
  const cellOf = (value: string, column: number): TableCell => {
    const row = column === 0 ? waiting.get(value.trim())?.shift() : undefined
    return { type: 'tableCell', children: row ? [linkTo(row.url, value || row.title)] : inCell(value) }
  }
  const table = [
    header.map((value): TableCell => ({ type: 'tableCell', children: inCell(value) })),
    ...records.map((record) => header.map((_, column) => cellOf(record[column] ?? '', column))),
  ].map((children) => ({ type: 'tableRow' as const, children }))
  return serialise({ type: 'root', children: [heading, { type: 'table', children: table }] })
}

/** Splits CSV into records. Lines may have fewer or more fields than the header. */
function recordsOf(csv: string): string[][] {
  try {
    return parse(csv, {
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: maxRecordBytes,
      to: maxCells + 1,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new DocumentError('unsupported-node', `The database is not CSV: ${error.message.slice(0, 200)}`)
  }
}

const linkTo = (url: string, words: string): PhrasingContent => ({
  type: 'link',
  url,
  children: [{ type: 'text', value: words }],
})

/** Makes one line of a value, with its relations as links. */
function inCell(value: string): PhrasingContent[] {
  const parts: PhrasingContent[] = []
  let from = 0
  for (const found of value.matchAll(relation)) {
    const [whole, words = '', url = ''] = found
    if (idInAddress(url) === undefined) continue
    const start = words.trimStart()
    parts.push(
      ...lines(value.slice(from, found.index) + words.slice(0, words.length - start.length)),
      linkTo(url, start),
    )
    from = found.index + whole.length
  }
  return [...parts, ...lines(value.slice(from))]
}

const lines = (value: string): PhrasingContent[] =>
  value === ''
    ? []
    : value
        .split(/\r?\n/)
        .flatMap((line, at): PhrasingContent[] => [
          ...(at === 0 ? [] : [{ type: 'html' as const, value: '<br>' }]),
          { type: 'text', value: line },
        ])
