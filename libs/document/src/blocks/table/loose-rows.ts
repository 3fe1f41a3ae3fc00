import { MAX_CELLS, MAX_COLUMNS } from '../../markdown/limits.ts'
import { type Element, isBlank, type Piece } from '../../reading/elements.ts'

/** A row with its cells by column; a cell that another one covers is absent. */
type LooseRow = { head: boolean; cells: (Element | undefined)[] }

const parts = new Set(['thead', 'tbody', 'tfoot'])
/** Pieces that are no part of a row. */
const isBeside = (piece: Piece) =>
  piece.type === 'html' || (piece.type === 'element' && ['colgroup', 'col', 'caption'].includes(piece.name))

/**
 * The rows of a table as browsers show them, for the full edition: cells that are merged leave empty ones behind, and
 * whatever stands between the cells of a row belongs to the cell before it. Undefined where there is no cell, or where
 * there are too many.
 */
export function looseRowsOf(table: Element): LooseRow[] | undefined {
  const rows: LooseRow[] = []
  /** For each column, the number of rows below that a cell reaches into it. */
  const covered: number[] = []
  let count = 0
  for (const { cells, head } of rowsIn(table)) {
    const row: LooseRow = { head, cells: [] }
    let column = 0
    for (const cell of cells) {
      while ((covered[column] ?? 0) > 0) column += 1
      row.cells[column] = cell
      const [columns, below] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan')]
      if (column + columns > MAX_COLUMNS) return undefined
      for (let at = column; at < column + columns; at += 1) covered[at] = below
      column += columns
    }
    for (let at = 0; at < covered.length; at += 1) covered[at] = Math.max(0, (covered[at] ?? 0) - 1)
    row.cells = Array.from({ length: Math.max(row.cells.length, column) }, (_, at) => row.cells[at])
    count += row.cells.length
    if (count > MAX_CELLS) return undefined
    rows.push(row)
  }
  return rows.length > 0 ? rows : undefined
}

const spanOf = ({ attributes }: Element, name: string): number => {
  const span = Number(attributes.get(name) ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, name === 'colspan' ? MAX_COLUMNS : 1000) : 1
}

type WrittenRow = { head: boolean; cells: Element[] }

/** The rows as they are written; cells outside of any row make one. */
function rowsIn(table: Element): WrittenRow[] {
  const rows: WrittenRow[] = []
  const read = (pieces: readonly Piece[], isHead: boolean) => {
    let loose: Piece[] = []
    const flush = () => {
      const cells = cellsIn(loose)
      if (cells.length > 0) rows.push({ head: isHead || cells.every(({ name }) => name === 'th'), cells })
      loose = []
    }
    for (const piece of pieces) {
      const isRow = piece.type === 'element' && piece.name === 'tr'
      const isPart = piece.type === 'element' && parts.has(piece.name)
      if (!isRow && !isPart) {
        loose.push(piece)
        continue
      }
      flush()
      if (isPart) read(piece.children, isHead || piece.name === 'thead')
      else {
        loose = piece.children
        flush()
      }
    }
    flush()
  }
  read(table.children, false)
  return rows
}

function cellsIn(pieces: readonly Piece[]): Element[] {
  const cells: Element[] = []
  for (const piece of pieces) {
    if (isBlank(piece) || isBeside(piece)) continue
    const last = cells.at(-1)
    if (piece.type === 'element' && (piece.name === 'td' || piece.name === 'th'))
      cells.push({ ...piece, children: [...piece.children] })
    else if (last) last.children.push(piece)
    else cells.push({ type: 'element', name: 'td', attributes: new Map(), children: [piece], open: emptyTag })
  }
  return cells
}

const emptyTag = { type: 'html' as const, value: '' }
