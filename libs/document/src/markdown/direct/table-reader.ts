import type { AlignType, Table, TableCell, TableRow } from 'mdast'
import { Inlines } from './inline-reader.ts'
import type { Points } from './points.ts'

const delimiters = /^\|(?: *:?-+:? *\|)+$/

/** The table that the lines are, each of them between two bars and with as many cells as the first; else nothing. */
export function readTable(lines: readonly string[], start: number, points: Points): Table | undefined {
  const [head = '', delimiterRow = ''] = lines
  if (!delimiters.test(delimiterRow) || lines.some((line) => !/^\|.+\|$/.test(line) || line.includes('\\|'))) return
  const align = cellsOf(delimiterRow).map(alignOf)
  if (cellsOf(head).length !== align.length) return
  const from = points.at(start)
  const rows: TableRow[] = []
  let at = start
  for (const [index, line] of lines.entries()) {
    const row = index === 1 ? undefined : readRow(line, at, points)
    if (index !== 1 && row?.children.length !== align.length) return
    if (row) rows.push(row)
    at += line.length + 1
  }
  return { type: 'table', align, children: rows, position: { start: from, end: points.at(at - 1) } }
}

function readRow(line: string, start: number, points: Points): TableRow | undefined {
  const from = points.at(start)
  const children: TableCell[] = []
  let at = start
  const cells = cellsOf(line)
  for (const [index, cell] of cells.entries()) {
    const first = points.at(at)
    const [from, end] = wordsIn(cell)
    const inlines = new Inlines(cell.slice(from, end), at + 1 + from, points).read()
    if (!inlines) return
    at += cell.length + 1
    const last = points.at(index === cells.length - 1 ? at + 1 : at)
    children.push({ type: 'tableCell', children: inlines, position: { start: first, end: last } })
  }
  return { type: 'tableRow', children, position: { start: from, end: points.at(at + 1) } }
}

/** The range of a cell's words, without the spaces around them. */
function wordsIn(cell: string): [number, number] {
  let [from, end] = [0, cell.length]
  while (cell[from] === ' ') from += 1
  while (end > from && cell[end - 1] === ' ') end -= 1
  return [from, end]
}

/** The texts between the bars of a line. */
function cellsOf(line: string): string[] {
  return line.slice(1, -1).split('|')
}

function alignOf(cell: string): AlignType {
  const [left, right] = [cell.trim().startsWith(':'), cell.trim().endsWith(':')]
  if (left && right) return 'center'
  return left ? 'left' : right ? 'right' : null
}
