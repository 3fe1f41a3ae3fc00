import { escapeHtml } from '../../markdown/html.ts'
import { isSafeUrl } from '../../markdown/urls.ts'
import { urlOf } from '../../nodes/content-refs.ts'
import type { Block, ContentRef } from '../../nodes/nodes.ts'
import { openTag } from '../../writing/write-html.ts'
import { flagValue } from '../../writing/write-tags.ts'
import type { WritingContext } from '../../writing/writing-context.ts'
import type { TableCell, TableColumn, TableData } from './table-data.ts'

/** The rows of a table in their order, and the blocks of its cells by the names that the records give. */
export type Rows = { columns: string[]; records: TableData['records'][string][]; cells: Map<string, Block[]> }

/** A table as HTML on one line, with the properties of views and columns that markdown's own tables do not have. */
export function htmlOfRows(data: TableData, { columns, records, cells }: Rows, writing: WritingContext): string {
  const heads = columns.map((column) => headOf(column, data))
  const rows = records.map(({ values }) => {
    const written = columns.map((column) => {
      const definition = data.definition[column]
      return definition ? cellOf(values[column], definition, cells, writing) : '<td></td>'
    })
    return `<tr>${written.join('')}</tr>`
  })
  return `${openTag('table', tableAttributes(data))}<thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`
}

function tableAttributes({ view, fullWidth }: TableData) {
  const wide = { 'data-full-width': flagValue(fullWidth) }
  if (view.type === 'grid') return { 'data-header-hidden': view.hideHeader || undefined, ...wide } as const
  return {
    'data-view': 'cards',
    'data-card-size': view.cardSize === 'large' ? 'large' : undefined,
    'data-column-title-hidden': view.hideColumnTitle || undefined,
    ...wide,
  } as const
}

function headOf(id: string, { view, definition }: TableData): string {
  const column = definition[id]
  if (!column) return '<th></th>'
  const cards = view.type === 'cards' ? view : undefined
  const width = view.type === 'grid' ? view.columnWidths?.[id] : undefined
  const open = openTag('th', {
    width: width === undefined ? undefined : String(width),
    align: column.textAlignment === 'left' ? undefined : column.textAlignment,
    valign: column.verticalAlignment,
    'data-hidden': view.columns.includes(id) ? undefined : true,
    'data-card-target': cards?.targetDefinition === id || undefined,
    'data-card-cover': cards?.coverDefinition === id || undefined,
    'data-card-cover-dark': cards?.coverDefinitionDark === id || undefined,
    'data-type': column.type === 'text' || column.type === 'select' ? undefined : column.type,
    'data-max': column.type === 'rating' ? String(column.max ?? 5) : undefined,
    'data-multiple': column.type === 'users' && column.multiple ? true : undefined,
  })
  return `${open}${escapeHtml(column.title.replace(/\s+/g, ' '))}${column.type === 'select' ? selectOf(column) : ''}</th>`
}

function selectOf({ multiple, options = [] }: TableColumn): string {
  const written = options.map((option) => `${openTag('option', option)}</option>`)
  return `${openTag('select', { multiple: multiple || undefined })}${written.join('')}</select>`
}

function cellOf(
  value: TableCell | undefined,
  column: TableColumn,
  cells: Rows['cells'],
  writing: WritingContext,
): string {
  const blocks = column.type === 'text' ? (cells.get(String(value ?? '')) ?? []) : []
  const ref = refIn(value)
  const fit = typeof value === 'object' && value !== null && 'objectFit' in value ? value.objectFit : undefined
  const open = openTag('td', {
    align: column.textAlignment === 'left' ? undefined : column.textAlignment,
    'data-object-fit': fit,
  })
  if (column.type === 'text') return `${open}${writing.htmlOf(blocks, writing)}</td>`
  if (ref) return `${open}${linkTo(urlOf(ref, writing.refs), labelIn(value))}</td>`
  return `${open}${wordsOf(value, column, writing)}</td>`
}

function refIn(value: TableCell | undefined): ContentRef | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return 'ref' in value ? value.ref : value
}

function labelIn(value: TableCell | undefined): string | undefined {
  return typeof value === 'object' && value !== null && 'label' in value ? String(value.label) : undefined
}

function linkTo(url: string, label = url): string {
  if (isSafeUrl(url)) return `${openTag('a', { href: url })}${escapeHtml(label)}</a>`
  return label === url ? '' : escapeHtml(label)
}

function wordsOf(value: TableCell | undefined, { type, options }: TableColumn, { refs }: WritingContext): string {
  if (!Array.isArray(value)) return value === undefined || value === null ? '' : escapeHtml(String(value))
  const parts = value.map((one) => {
    if (type === 'select') {
      const label = options?.find((option) => option.value === one)?.label ?? one
      return `${openTag('span', { 'data-option': one })}${escapeHtml(label)}</span>`
    }
    if (!/^[\w-]+$/.test(one)) return linkTo(one)
    return linkTo(urlOf(type === 'users' ? { kind: 'user', user: one } : { kind: 'file', file: one }, refs))
  })
  return parts.join(type === 'select' ? '' : ', ')
}
