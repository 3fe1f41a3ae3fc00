import { type HtmlAttribute, type HtmlTag, htmlTags } from './html.ts'
import type { Range } from './syntax-tree.ts'

/** A table whose end was not read yet. */
interface OpenTable {
  isCards: boolean
  /** The positions of the columns that readers do not see, by the titles in the first row. */
  hidden: Set<number>
  rows: number
  /** The position of the next cell in its row. */
  column: number
  isInHiddenCell: boolean
}

/** The attributes of a column that gives cards their link or picture. */
const rolesInCards = ['data-card-target', 'data-card-cover', 'data-card-cover-dark']

/** Tags that end the cell before them: authors may leave out the closing tag. */
const endsCell = new Set(['td', 'th', 'tr', 'thead', 'tbody', 'tfoot', 'table'])

/**
 * Follows the tables in the HTML of a text, whose pieces are read in their order. Readers see neither the cells of columns
 * with `data-hidden`, nor those from which cards have their link and their picture: most hold addresses.
 */
export class HiddenCells {
  private readonly tables: OpenTable[] = []
  /** The number of open tables that are in a hidden cell of theirs. */
  private hiding = 0

  /** True if the text behind the pieces that were read is in a hidden cell. */
  get isHidden(): boolean {
    return this.hiding > 0
  }

  /** Reads the next piece; returns the ranges of it that are in no hidden cell, the tags of the cells included. */
  visibleIn(html: string): Range[] {
    const visible: Range[] = []
    let start = this.isHidden ? html.length : 0
    for (const tag of htmlTags(html)) {
      const wasHidden = this.isHidden
      this.leave(tag)
      if (wasHidden && !this.isHidden) start = tag.start
      const isBetween = !this.isHidden
      this.enter(tag)
      if (isBetween && this.isHidden) visible.push({ start, end: tag.end })
    }
    return this.isHidden ? visible : [...visible, { start, end: html.length }]
  }

  /** Returns the next piece without what is in hidden cells. */
  visible(html: string): string {
    return this.visibleIn(html)
      .map(({ start, end }) => html.slice(start, end))
      .join('')
  }

  private leave({ name, closing }: HtmlTag): void {
    const table = this.tables.at(-1)
    // The tag of a table within a cell belongs to that cell.
    if (!table || !endsCell.has(name) || (name === 'table' && !closing)) return
    this.moveTo(table, false)
    if (name === 'table') this.tables.pop()
  }

  private enter({ name, closing, attributes }: HtmlTag): void {
    if (closing) return
    if (name === 'table') this.tables.push(openTable(attributes))
    const table = this.tables.at(-1)
    if (!table) return
    if (name === 'tr') {
      table.rows += 1
      table.column = 0
    } else if (name === 'td' || name === 'th') {
      const at = table.column
      table.column += Math.max(1, Number.parseInt(valueIn(attributes, 'colspan') ?? '1', 10) || 1)
      if (name === 'th' && table.rows <= 1 && hidesColumn(attributes, table)) table.hidden.add(at)
      this.moveTo(table, table.hidden.has(at))
    }
  }

  private moveTo(table: OpenTable, isInHiddenCell: boolean): void {
    this.hiding += Number(isInHiddenCell) - Number(table.isInHiddenCell)
    table.isInHiddenCell = isInHiddenCell
  }
}

const openTable = (attributes: readonly HtmlAttribute[]): OpenTable => ({
  ...{ isCards: valueIn(attributes, 'data-view') === 'cards', hidden: new Set() },
  ...{ rows: 0, column: 0, isInHiddenCell: false },
})

function hidesColumn(attributes: readonly HtmlAttribute[], { isCards }: OpenTable): boolean {
  const isSet = (name: string) => (valueIn(attributes, name) ?? 'false') !== 'false'
  return isSet('data-hidden') || (isCards && rolesInCards.some(isSet))
}

const valueIn = (attributes: readonly HtmlAttribute[], wanted: string): string | undefined =>
  attributes.find(({ name }) => name === wanted)?.value
