import { squeezed } from '../../markdown/white-space.ts'
import { imageRefOf, refOf } from '../../nodes/content-refs.ts'
import type { Block } from '../../nodes/nodes.ts'
import { type Element, isBlank, wordsOf } from '../../reading/elements.ts'
import type { ReadingContext } from '../../reading/reading-context.ts'
import { objectFits, type TableCell, type TableColumn } from './table-data.ts'

type CellResult = { value?: TableCell }

/**
 * The value of a cell by its column's type, with the words of its link where they are not the address (`label`, ours).
 * Undefined where the cell holds anything that the type cannot.
 */
export function readCell(
  cell: Element,
  { type }: TableColumn,
  reading: ReadingContext,
  addBlocks: (nodes: Block[]) => string,
): CellResult | undefined {
  const pieces = cell.children
  if (type === 'text') {
    const nodes = reading.flow(pieces, 'cell', reading)
    return nodes && (nodes.length > 0 ? { value: addBlocks(nodes) } : {})
  }
  const words = squeezed(wordsOf(pieces))
  if (type === 'select') return readOptions(pieces)
  if (type === 'checkbox') return { value: words === 'true' }
  if (words === '' && pieces.every(isBlank)) return {}
  if (type === 'number' || type === 'rating') {
    return words !== '' && Number.isFinite(Number(words)) ? { value: Number(words) } : undefined
  }
  const urls = addressesIn(pieces)
  if (!urls) return undefined
  if (type === 'files' || type === 'users') return { value: urls.flatMap((url) => idOf(url, reading)) }
  const [url, ...others] = urls
  if (url === undefined || others.length > 0) return undefined
  const label = words === url || words === '' ? {} : { label: words }
  if (type === 'image') {
    const ref = imageRefOf(url, reading.refs)
    const objectFit = objectFits.find((fit) => fit === cell.attributes.get('data-object-fit'))
    return ref && { value: { ref, ...(objectFit ? { objectFit } : {}), ...label } }
  }
  const ref = refOf(url, reading.refs)
  return ref && { value: { ...ref, ...label } }
}

/** The identifier of a file or person; the address itself where it is none of ours. */
function idOf(url: string, { refs }: ReadingContext): string[] {
  const ref = refOf(url, refs)
  if (ref?.kind === 'file') return [ref.file]
  if (ref?.kind === 'user') return [ref.user]
  return ref ? [url] : []
}

/** The addresses of links that stand in a cell with nothing else but commas between them. */
function addressesIn(pieces: Element['children']): string[] | undefined {
  const urls: string[] = []
  for (const piece of pieces) {
    if (piece.type === 'text' && /^[\s,]*$/.test(piece.value)) continue
    const element = piece.type === 'element' ? piece : undefined
    const url = element?.attributes.get(element.name === 'img' ? 'src' : 'href')
    if (url === undefined) return undefined
    urls.push(url)
  }
  return urls
}

function readOptions(pieces: Element['children']): CellResult | undefined {
  const options: string[] = []
  for (const piece of pieces) {
    if (isBlank(piece)) continue
    const option = piece.type === 'element' ? piece.attributes.get('data-option') : undefined
    if (option === undefined) return undefined
    options.push(option)
  }
  return options.length > 0 ? { value: options } : {}
}
